import { eq, sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AudienceFilter } from '#src/shared/audiences.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace, SPX_ID } from '#tests/support/workspace.ts';
import { firstIdAt, newId } from '../ids.ts';
import {
  audienceContacts,
  audiences,
  brands,
  consents,
  contacts,
  contactTags,
  preferences,
} from '../schema.ts';
import { withTenant } from '../tenant.ts';
import { type AudienceOf, isOfAudience, nextOfAudience } from './audience.ts';

const NOW = new Date('2026-01-05T12:00:00Z');
let db: TestDatabase;
let workspaceId: string;
beforeAll(async () => {
  db = await testDatabase();
  ({ workspaceId } = await newWorkspace(db));
  await withTenant(db.app, workspaceId, async (tx) => {
    await tx
      .insert(contacts)
      .values(PEOPLE.map(({ row }) => ({ workspaceId, createdAt: NOW, updatedAt: NOW, ...row })));
    await tx
      .insert(contactTags)
      .values(
        PEOPLE.flatMap(({ row, tags }) => tags.map((tag) => ({ workspaceId, contactId: row.id, tag }))),
      );
  });
});
afterAll(() => db.drop());

const person = (name: string, tags: string[], rest: Partial<typeof contacts.$inferInsert> = {}) => ({
  row: { id: newId(), name, ...rest },
  tags,
});
const PEOPLE = [
  person('Ada', ['vip', 'symbol:spx'], { language: 'en-GB', country: 'GB' }),
  person('Ben', ['vip', 'trial', 'topic:earnings'], { language: 'en', country: 'US' }),
  person('Cleo', ['trial'], { language: 'de', country: 'DE' }),
  person('Dan', []),
  person('Eve', ['vip'], { language: 'en', country: 'GB', deletedAt: NOW }),
  person('Fay', ['vip'], { language: 'en', country: 'GB', receives: 'nothing' }),
];

const namesIn = (audience: AudienceOf): Promise<string[]> =>
  withTenant(db.app, workspaceId, async (tx) => {
    const { rows } = await tx.execute<{ name: string }>(
      sql`select c.name from contacts c where ${isOfAudience(audience, sql`c`, NOW)} order by c.name`,
    );
    return rows.map(({ name }) => name);
  });

it.each<[AudienceFilter, string[]]>([
  [{}, ['Ada', 'Ada Byron', 'Ben', 'Cleo', 'Dan']],
  [{ tags: { any: ['vip', 'trial'] } }, ['Ada', 'Ben', 'Cleo']],
  [{ tags: { all: ['vip', 'trial'] } }, ['Ben']],
  [{ tags: { any: ['vip', 'trial'], none: ['trial'] } }, ['Ada']],
  [{ languages: ['en'] }, ['Ada', 'Ben']],
  [{ languages: ['en-GB', 'de'] }, ['Ada', 'Cleo']],
  [{ countries: ['GB', 'DE'], tags: { none: ['vip'] } }, ['Cleo']],
  [{ symbols: ['SPX'] }, ['Ada']],
  [{ topics: ['earnings', 'splits'] }, ['Ben']],
  [{ languages: ['e'] }, []],
])('finds who a filter means: %j', async (filter, names) => {
  expect(await namesIn({ id: newId(), kind: 'filter', filter })).toEqual(names);
});

it('finds members and the contacts of a list, and none of another workspace', async () => {
  const id = newId();
  const other = await newWorkspace(db);
  await withTenant(db.app, workspaceId, async (tx) => {
    await tx
      .insert(audiences)
      .values({ workspaceId, id, name: 'Desk', kind: 'list', createdAt: NOW, updatedAt: NOW });
    await tx.insert(audienceContacts).values(
      PEOPLE.filter(({ row }) => ['Cleo', 'Eve', 'Dan'].includes(row.name)).map(({ row }) => ({
        workspaceId,
        audienceId: id,
        contactId: row.id,
        addedAt: NOW,
      })),
    );
  });
  expect(await namesIn({ id, kind: 'list', filter: null })).toEqual(['Cleo', 'Dan']);
  expect(await namesIn({ id: workspaceId, kind: 'members', filter: null })).toEqual(['Ada Byron']);
  workspaceId = other.workspaceId;
  expect(await namesIn({ id, kind: 'list', filter: null })).toEqual([]);
});

it('finds who was sent something lately, who was not, and who signed up', async () => {
  const { workspaceId: here } = await newWorkspace(db);
  const names = async (activity: AudienceFilter['activity']) => {
    const { rows } = await withTenant(db.app, here, (tx) =>
      tx.execute<{ name: string }>(
        sql`select c.name from contacts c where c.user_id is null
              and ${isOfAudience({ id: newId(), kind: 'filter', filter: { activity } }, sql`c`, NOW)} order by c.name`,
      ),
    );
    return rows.map(({ name }) => name);
  };
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
  const made = ['Now', 'Long ago', 'Never', 'Merged'].map((name) => ({ id: newId(), name }));
  const [now, longAgo, never, merged] = made.map(({ id }) => id);
  await withTenant(db.app, here, async (tx) => {
    const common = { workspaceId: here, createdAt: NOW, updatedAt: NOW };
    await tx.insert(contacts).values(made.map((each) => ({ ...common, ...each })));
    await tx
      .update(contacts)
      .set({ deletedAt: NOW, mergedInto: now })
      .where(eq(contacts.id, merged ?? ''));
    await tx.insert(consents).values(
      [
        { contactId: never ?? '', source: 'form', at: daysAgo(5) },
        { contactId: now ?? '', source: 'import', at: daysAgo(5) },
      ].map((each) => ({ workspaceId: here, id: newId(), kind: 'given' as const, ...each })),
    );
  });
  const sent = async (contact: string | undefined, days: number) => {
    const at = daysAgo(days);
    const id = firstIdAt(at);
    await db.admin.query(`set session_replication_role = replica`);
    await db.admin.query(
      `insert into deliveries (workspace_id, id, event_month, alert_id, fan_out_id, rendition_id, channel, target_id, contact_id,
              state, sent_at, created_at, updated_at)
       values ($1, gen_random_uuid(), date_trunc('month', $4::timestamptz at time zone 'UTC'), $2, $2, $2, 'email',
               gen_random_uuid(), $3, 'sent', $4, $4, $4)`,
      [here, id, contact, at],
    );
    await db.admin.query(`set session_replication_role = default`);
  };
  await sent(merged, 3);
  await sent(longAgo, 40);
  expect(await names({ sentDays: 7 })).toEqual(['Now']);
  expect(await names({ sentDays: 60 })).toEqual(['Long ago', 'Now']);
  expect(await names({ silentDays: 30 })).toEqual(['Long ago', 'Never']);
  expect(await names({ sentDays: 60, silentDays: 30 })).toEqual(['Long ago']);
  expect(await names({ signedUpDays: 7 })).toEqual(['Never']);
  expect(await names({ signedUpDays: 3 })).toEqual([]);
});

it('finds who chose a language or a symbol themselves', async () => {
  const { workspaceId: here } = await newWorkspace(db);
  const people = ['Speaks', 'Chose', 'Chose another', 'Tagged', 'Neither'].map((name) => ({
    id: newId(),
    name,
  }));
  const [speaks, chose, another, tagged] = people.map(({ id }) => id);
  const names = async (filter: AudienceFilter) => {
    const { rows } = await withTenant(db.app, here, (tx) =>
      tx.execute<{ name: string }>(
        sql`select c.name from contacts c where c.user_id is null
              and ${isOfAudience({ id: newId(), kind: 'filter', filter }, sql`c`, NOW)} order by c.name`,
      ),
    );
    return rows.map(({ name }) => name);
  };
  await withTenant(db.app, here, async (tx) => {
    const common = { workspaceId: here, createdAt: NOW, updatedAt: NOW };
    const german = new Set([speaks, another]);
    await tx
      .insert(contacts)
      .values(people.map((each) => ({ ...common, ...each, language: german.has(each.id) ? 'de-AT' : null })));
    await tx.insert(contactTags).values({ workspaceId: here, contactId: tagged ?? '', tag: 'symbol:spx' });
    const [brand] = await tx.select({ id: brands.id }).from(brands);
    const own = { workspaceId: here, brandId: brand?.id ?? '', updatedAt: NOW };
    await tx.insert(preferences).values([
      { ...own, contactId: chose ?? '', language: 'de', instruments: [SPX_ID] },
      { ...own, contactId: another ?? '', language: 'en', instruments: [] },
    ]);
  });
  expect(await names({ languages: ['de'] })).toEqual(['Chose', 'Speaks']);
  expect(await names({ languages: ['en'] })).toEqual(['Chose another']);
  expect(await names({ symbols: ['spx'] })).toEqual(['Chose', 'Tagged']);
  expect(await names({ symbols: ['spx'], languages: ['de'] })).toEqual(['Chose']);
  expect(await names({ symbols: ['nothing'] })).toEqual([]);
});

it('knows under row security how few read a language', async () => {
  const { workspaceId: here } = await newWorkspace(db);
  await db.admin.query(
    `insert into contacts (workspace_id, id, language, created_at, updated_at)
     select $1, gen_random_uuid(), case when n % 1000 = 0 then 'is' else 'en' end, now(), now() from generate_series(1, 5000) n`,
    [here],
  );
  await db.admin.query('analyze contacts');
  const expected = async (language: string) => {
    const audience = { id: newId(), kind: 'filter' as const, filter: { languages: [language] } };
    const { rows } = await withTenant(db.app, here, (tx) =>
      tx.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
        sql`explain (format json) select from contacts c where ${isOfAudience(audience, sql`c`, NOW)}`,
      ),
    );
    return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  };
  // Without statistics of its own, any language is taken for one that a share of all read.
  expect(await expected('is')).toBeLessThan(20);
  expect(await expected('en')).toBeGreaterThan(100);
});

it('looks up what it needs of each contact for a window, and finds the same', async () => {
  const filter = { symbols: ['spx'], activity: { silentDays: 30 } };
  const audience = { id: newId(), kind: 'filter' as const, filter };
  const { rows: all } = await db.admin.query<{ id: string }>('select id from workspaces');
  let found = 0;
  for (const { id } of all) {
    const span = { workspaceId: id, after: firstIdAt(new Date(0)), until: null, atMost: 10_000, now: NOW };
    const window = nextOfAudience(audience, span);
    await withTenant(db.app, id, async (tx) => {
      const whole = sql`select c.id from contacts c where ${isOfAudience(audience, sql`c`, NOW)} order by c.id`;
      const idsOf = async (query: SQL) => (await tx.execute<{ id: string }>(query)).rows.map((row) => row.id);
      const ids = await idsOf(window);
      expect(ids).toEqual(await idsOf(whole));
      found += ids.length;
      const plan = await tx.execute(sql`explain ${window}`);
      expect(JSON.stringify(plan.rows)).not.toContain('hashed SubPlan');
    });
  }
  expect(found).toBeGreaterThan(1);
});
