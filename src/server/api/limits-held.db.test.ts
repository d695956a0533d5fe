import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { insertKey } from '#src/db/queries/api-keys.ts';
import { saveView, VIEWS_MAX } from '#src/db/queries/views.ts';
import type { Tx } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import { createCalendarSources } from '#src/engine/external/calendar/sources.ts';
import { createExternalRules } from '#src/engine/external/external-rules.ts';
import { createNewsSources } from '#src/engine/external/news/sources.ts';
import { createRules } from '#src/engine/rules/stored-rules.ts';
import { createWatchlists } from '#src/engine/rules/watchlists.ts';
import { KEYS_MAX } from '#src/shared/api-keys.ts';
import { CALENDAR } from '#src/shared/calendar/sources.ts';
import { NEWS } from '#src/shared/external/news.ts';
import { EXTERNAL_RULES_MAX } from '#src/shared/external/rules.ts';
import { RULES_MAX, WATCHLISTS_MAX } from '#src/shared/rules/stored.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

// How many of something a workspace may have, where all who add come at the same moment.
const AT_ONCE = 6;
let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const clock = () => new Date();
type Who = { workspaceId: string; userId: string };
type Adds = { max: number; table: string; where?: string; add: (who: Who, n: number) => Promise<unknown> };
const by = ({ workspaceId, userId }: Who) => ({
  workspaceId,
  actor: { kind: 'member' as const, userId, name: 'Ada' },
});
const inWorkspace = (who: Who, work: (tx: Tx) => Promise<unknown>) =>
  withTenant(db.app, who.workspaceId, work);

const LIMITS: Record<string, () => Adds> = {
  'news sources': () => ({
    max: NEWS.sources,
    table: 'news_sources',
    add: (who, n) =>
      createNewsSources({ app: db.app, clock, allowPrivate: true }).add(by(who), {
        name: `N${n}`,
        url: `https://news.example/${n}`,
      }),
  }),
  calendars: () => ({
    max: CALENDAR.sources,
    table: 'calendar_sources',
    add: (who, n) =>
      createCalendarSources({
        app: db.app,
        clock,
        allowPrivate: true,
        announce: () => undefined,
      }).add(by(who), { name: `C${n}`, url: `https://dates.example/${n}` }),
  }),
  watchlists: () => ({
    max: WATCHLISTS_MAX,
    table: 'watchlists',
    add: (who, n) =>
      createWatchlists({ app: db.app, clock }).make(by(who), { name: `W${n}`, symbols: ['SPX'] }),
  }),
  rules: () => ({
    max: RULES_MAX,
    table: 'rules',
    add: (who, n) =>
      createRules({ app: db.app, clock }).make(by(who), {
        name: `R${n}`,
        symbol: 'SPX',
        timeframe: '1d',
        condition: 'big_move(5)',
        settings: { frequency: 'once_per_bar_close' },
        state: 'paused',
      }),
  }),
  'external rules': () => ({
    max: EXTERNAL_RULES_MAX,
    table: 'rules',
    where: `and kind = 'webhook'`,
    add: (who, n) =>
      createExternalRules({ app: db.app, clock, publicUrl: '' }).make(by(who), {
        name: `E${n}`,
        outside: { kind: 'webhook' },
      }),
  }),
  'saved views': () => ({
    max: VIEWS_MAX,
    table: 'saved_views',
    add: async (who, n) => {
      const form = { screen: 'alerts' as const, name: `V${n}`, query: '' };
      if (!(await inWorkspace(who, (tx) => saveView(tx, who, form, clock())))) throw new Error('full');
    },
  }),
  'API keys': () => ({
    max: KEYS_MAX,
    table: 'api_keys',
    add: async (who, n) => {
      const key = {
        workspaceId: who.workspaceId,
        id: newId(),
        name: `K${n}`,
        hint: 'bw_live_…abcd',
        keyHash: Buffer.from(newId().replaceAll('-', '').repeat(2), 'hex'),
        scopes: ['alerts:read'],
        createdByName: 'Ada',
        createdAt: clock(),
      };
      if (!(await inWorkspace(who, (tx) => insertKey(tx, key, KEYS_MAX)))) throw new Error('full');
    },
  }),
};

it.each(Object.keys(LIMITS))('holds the limit of %s', async (name) => {
  const { max, table, where = '', add } = LIMITS[name]!();
  const who = await newWorkspace(db);
  const count = async (): Promise<number> =>
    (await db.admin.query(`select from ${table} where workspace_id = $1 ${where}`, [who.workspaceId]))
      .rowCount ?? 0;
  // One as the program makes it, and copies of it until only one more fits.
  await add(who, 0);
  const { rows } = await db.admin.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
        and attgenerated = '' and attname not in ('id', 'name', 'url', 'key_hash')`,
    [table],
  );
  const { rows: own } = await db.admin.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = $1::regclass and attname in ('id', 'name', 'url', 'key_hash')`,
    [table],
  );
  const same = rows.map((column) => `"${column.name}"`);
  const fresh = own.map((column) =>
    column.name === 'id'
      ? 'gen_random_uuid()'
      : column.name === 'key_hash'
        ? `sha256(gen_random_uuid()::text::bytea)`
        : `'https://copy.example/' || n`,
  );
  await db.admin.query(
    `insert into ${table} (${[...same, ...own.map((column) => column.name)].join(', ')})
     select ${[...same, ...fresh].join(', ')} from (
       select * from ${table} where workspace_id = $1 ${where} order by created_at desc limit 1) one,
       generate_series(1, $2::int) n`,
    [who.workspaceId, max - 1 - (await count())],
  );
  expect(await count()).toBe(max - 1);
  const tried = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, n) => add(who, n + 1)));
  expect(await count()).toBe(max);
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
