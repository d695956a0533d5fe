import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Runs } from '#src/db/database.ts';
import type { Tx } from '#src/db/database.ts';
import { appendEntry } from './append.ts';
import { type LedgerPerson, personFrom } from './pseudonym.ts';

/**
 * People by the ids of their contact or user, with a key made for each who has none. Missing are those who were erased:
 * the ledger says nothing of them any more.
 */
export async function peopleOf(
  tx: Pick<Tx, 'execute'>,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, LedgerPerson>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  let found = await keysOf(tx, wanted);
  const missing = wanted.filter((id) => !found.has(id));
  if (missing.length > 0) {
    const keys = missing.map(() => randomBytes(32));
    await tx.execute(sql`
      insert into ledger_keys (workspace_id, person, key)
      select ${workspaceId}::uuid, m.person, m.key
        from unnest(${sql.param(missing)}::uuid[], ${sql.param(keys)}::bytea[]) as m(person, key)
      on conflict do nothing`);
    // Another transaction may have been first.
    found = new Map([...found, ...(await keysOf(tx, missing))]);
  }
  const people = new Map<string, LedgerPerson>();
  for (const [id, key] of found) if (key !== null) people.set(id, personFrom(key));
  return people;
}

/** A member who does something that the ledger records. */
export type LedgerActor = { userId: string; name: string; email: string; entity?: string | null };

/** A member as an entry says who did it: the pseudonym, and the name where only their key opens it. */
export async function onRecordAs(
  tx: Pick<Tx, 'execute'>,
  workspaceId: string,
  { userId, ...who }: LedgerActor,
): Promise<{ person: string; sealed: string }> {
  const person = (await peopleOf(tx, workspaceId, [userId])).get(userId);
  if (!person) throw new Error('A person who was erased cannot do this.');
  return { person: person.pseudonym, sealed: person.seal(who) };
}

async function keysOf(
  tx: Pick<Runs, 'execute'>,
  ids: readonly string[],
): Promise<Map<string, Buffer | null>> {
  const { rows } = await tx.execute<{ person: string; key: Buffer | null }>(
    sql`select person, key from ledger_keys where person = any(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ person, key }) => [person, key]));
}

/**
 * Makes everything the ledger holds about a person meaningless, by destroying their key, and records that it was done
 * where it holds anything. Call it last in the transaction that erases them. Nothing about them is recorded after it.
 */
export async function erasePerson(tx: Tx, person: string, at: Date): Promise<void> {
  const key = (await keysOf(tx, [person])).get(person);
  await tx.execute(sql`select destroy_ledger_key(${person}::uuid)`);
  if (!key) return;
  const known = personFrom(key);
  await appendEntry(tx, { kind: 'erasure', subject: known.pseudonym, at, body: { person: known.pseudonym } });
}
