import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AudienceFilter } from '#src/shared/audiences.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { newId } from '../ids.ts';
import { audienceContacts, audiences, contacts, contactTags } from '../schema.ts';
import { withTenant } from '../tenant.ts';
import { type AudienceOf, inAudience, isOfAudience } from './audience.ts';

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

/** Both ways of asking give the same. */
async function namesIn(audience: AudienceOf): Promise<string[]> {
  return withTenant(db.app, workspaceId, async (tx) => {
    const asked = async (condition: ReturnType<typeof sql>) => {
      const { rows } = await tx.execute<{ name: string }>(
        sql`select c.name from contacts c where ${condition} order by c.name`,
      );
      return rows.map(({ name }) => name);
    };
    const names = await asked(inAudience(audience, sql`c.id`));
    expect(await asked(isOfAudience(audience, sql`c`))).toEqual(names);
    return names;
  });
}

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
