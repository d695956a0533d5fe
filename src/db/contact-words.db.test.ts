import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import type { Tx } from './database.ts';
import { newId } from './ids.ts';
import { addresses, contacts, contactWords } from './schema.ts';
import { withTenant } from './tenant.ts';

const NOW = new Date('2026-01-05T12:00:00Z');
const COUNT = 300;
let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** What statements of the transaction read by going through whole tables. */
async function wentThrough(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: number }>(
    sql`select sum(seq_tup_read)::int as read from pg_stat_xact_user_tables where relname in ('contacts', 'contact_words')`,
  );
  return rows[0]?.read ?? 0;
}

/** All words of the workspace but those of its owner. */
const wordsOf = async (tx: Tx, contactId: string): Promise<string[]> => {
  const rows = await tx.select().from(contactWords).where(eq(contactWords.contactId, contactId));
  return rows.map(({ word }) => word).sort();
};

// The first contact of a connection makes the triggers' plans, and a table with one row is read whole.
it('finds contacts and their words by key, however small the tables were before', async () => {
  const { workspaceId } = await newWorkspace(db);
  await db.admin.query('analyze contacts, addresses, contact_words');
  const dates = { createdAt: NOW, updatedAt: NOW };
  const people = Array.from({ length: COUNT }, (_, n) => ({ id: newId(), name: `Reader ${n}` }));
  const [first] = people.map(({ id }) => id);
  await withTenant(db.app, workspaceId, async (tx) => {
    const [one, ...others] = people;
    for (const some of [one ? [one] : [], others]) {
      await tx.insert(contacts).values(some.map((each) => ({ workspaceId, ...each, ...dates })));
      await tx.insert(addresses).values(
        some.map(({ id, name }) => ({
          ...dates,
          workspaceId,
          id: newId(),
          contactId: id,
          channel: 'email' as const,
          address: `${name.replace(' ', '.').toLowerCase()}@mail.example`,
        })),
      );
    }
    // PostgreSQL's own check of each address's contact may read half of all rows each time. The triggers add nothing to it.
    expect(await wentThrough(tx)).toBeLessThan((COUNT * COUNT) / 2 + COUNT * 10);
  });
  await withTenant(db.app, workspaceId, async (tx) => {
    expect(await wordsOf(tx, first ?? '')).toEqual(['0', 'mail.example', 'reader', 'reader.0@mail.example']);
    const before = await wentThrough(tx);
    await tx.update(contacts).set({ name: 'Renamed' }).where(isNull(contacts.userId));
    await tx
      .update(addresses)
      .set({ address: sql`'new.' || ${addresses.address}` })
      .where(eq(addresses.channel, 'email'));
    expect(await wordsOf(tx, first ?? '')).toEqual([
      '0',
      'mail.example',
      'new',
      'new.reader.0@mail.example',
      'reader',
      'renamed',
    ]);
    await tx.update(contacts).set({ deletedAt: NOW }).where(isNull(contacts.userId));
    expect(await wordsOf(tx, first ?? '')).toEqual([]);
    expect((await wentThrough(tx)) - before).toBeLessThan(COUNT * 10);
  });
});
