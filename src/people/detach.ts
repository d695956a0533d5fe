import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';

type Detach = { workspaceId: string; now: Date } & (
  | { addresses: readonly string[] }
  /** All of these contacts' but those. */
  | { of: readonly string[]; but: readonly string[] }
);

/**
 * Takes addresses from their contacts. What was sent there stays: each goes to a deleted contact that is part of the one
 * it was taken from.
 */
export async function detachAddresses(tx: Tx, { workspaceId, now, ...which }: Detach): Promise<void> {
  const wanted =
    'addresses' in which
      ? sql`a.id = any(${sql.param([...which.addresses])}::uuid[])`
      : sql`a.contact_id = any(${sql.param([...which.of])}::uuid[]) and a.id <> all(${sql.param([...which.but])}::uuid[])`;
  const { rows } = await tx.execute<{ id: string; contact: string }>(
    sql`select a.id, a.contact_id as contact from addresses a where ${wanted} for update`,
  );
  if (rows.length === 0) return;
  const holders = new Map(rows.map(({ contact }) => [contact, newId()]));
  const at = now.toISOString();
  await tx.execute(sql`
    insert into contacts (workspace_id, id, created_at, updated_at, deleted_at, merged_into)
    select ${workspaceId}::uuid, h.holder, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, h.contact
      from unnest(${sql.param([...holders.values()])}::uuid[], ${sql.param([...holders.keys()])}::uuid[]) as h(holder, contact)`);
  await tx.execute(sql`
    update addresses a set contact_id = h.holder, updated_at = ${at}::timestamptz
      from unnest(${sql.param([...holders.values()])}::uuid[], ${sql.param([...holders.keys()])}::uuid[]) as h(holder, contact)
     where a.contact_id = h.contact and a.id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
}
