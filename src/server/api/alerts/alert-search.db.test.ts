import { afterAll, beforeAll, expect, it } from 'vitest';
import { alertPageSchema } from '#src/shared/alert-list.ts';
import { newId } from '#src/db/ids.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

/** More than twice what a search looks through before it asks the index of words. */
const COUNT = 12_000;
const until = new Date('2026-05-20T12:00:00Z');
let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let one: { workspaceId: string; userId: string };
let other: { workspaceId: string; userId: string };

beforeAll(async () => {
  db = await testDatabase();
  api = testApi(db);
  one = await newWorkspace(db);
  other = await newWorkspace(db);
  await fillWithAlerts(db.admin, { workspaceId: one.workspaceId, count: COUNT, until });
  const add = (word: string, where: string) =>
    db.admin.query(
      `update alerts set title = title || ' ' || $2 from (
         select id, row_number() over (order by created_at desc, id desc) as place from alerts where workspace_id = $1) at
        where alerts.workspace_id = $1 and alerts.id = at.id and ${where}`,
      [one.workspaceId, word],
    );
  await add('fresh', 'place <= 120');
  await add('stale', 'place > 11700');
  await add('both', '(place <= 20 or place > 11960)');
  await add('edge', 'place between 4990 and 5010');
  // Many of one moment, where the newest that are looked through end.
  await db.admin.query(
    `update alerts set created_at = '2026-05-17T00:40:00Z' where workspace_id = $1 and title like '%edge%'`,
    [one.workspaceId],
  );
  await db.admin.query('vacuum analyze alerts');
}, 120_000);
afterAll(() => db.drop());

async function found(query: string, userId = one.userId): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  for (;;) {
    const answer = await api.request(`/alerts?${query}${cursor}`, {
      headers: { Authorization: `Bearer ${userId}` },
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    const { items, next } = alertPageSchema.parse(await answer.json());
    ids.push(...items.map(({ id }) => id));
    if (next === null) return ids;
    cursor = `&cursor=${next}`;
  }
}

async function counted(where: string): Promise<string[]> {
  const { rows } = await db.admin.query<{ id: string }>(
    `select id from alerts where workspace_id = $1 and ${where} order by created_at desc, id desc`,
    [one.workspaceId],
  );
  return rows.map(({ id }) => id);
}

it.each([
  ['q=rises&limit=200', `title like '%rises%'`],
  ['q=halted', `title like '%halted%'`],
  ['q=fresh', `title like '%fresh%'`],
  ['q=stale&limit=20', `title like '%stale%'`],
  ['q=both&limit=15', `title like '%both%'`],
  ['q=edge&limit=4', `title like '%edge%'`],
  ['q=stale&state=failed', `title like '%stale%' and state = 'failed'`],
  ['q=rises&state=failed&limit=30', `title like '%rises%' and state = 'failed'`],
  ['q=both&to=2026-05-15', `title like '%both%' and created_at < '2026-05-16Z'`],
])('%s finds every alert once and in order, wherever it lies', async (query, where) => {
  const ids = await counted(where);
  expect(ids.length).toBeGreaterThan(2);
  expect(await found(query)).toEqual(ids);
});

it.each([
  ['zebra', 0],
  ['fresh', 120],
])('walks through no more than the newest for %s, which is rare', async (word, hits) => {
  const read = async (): Promise<number> => {
    await db.admin.query('select pg_stat_clear_snapshot()');
    const { rows } = await db.admin.query<{ read: string }>(
      `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'alerts'`,
    );
    return Number(rows[0]?.read ?? 0);
  };
  await db.admin.query('begin');
  try {
    await db.admin.query(`select set_config('app.workspace_id', $1, true)`, [one.workspaceId]);
    const before = await read();
    const { rows } = await db.admin.query(
      `select * from search_alerts($1, ($2 || ':*')::tsquery, null, null, 201, null, null, null, null, null, null, null, null)`,
      [one.workspaceId, word],
    );
    expect(rows).toHaveLength(hits);
    // The newest 5,000 twice: for the page, and for how common the word is.
    expect((await read()) - before).toBeLessThanOrEqual(10_000 + hits);
  } finally {
    await db.admin.query('rollback');
  }
});

it('takes a word for no symbol that is the private one of another workspace', async () => {
  const id = newId();
  await db.admin.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at, owned)
     values ($1, 'HALTED', 'Theirs', 'USD', 'UTC', now(), true)`,
    [id],
  );
  await db.admin.query(
    `insert into own_instruments (workspace_id, instrument_id, symbol) values ($1, $2, 'HALTED')`,
    [other.workspaceId, id],
  );
  expect(await found('q=halted')).toEqual(await counted(`title like '%halted%'`));
});
