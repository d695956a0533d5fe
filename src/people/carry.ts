import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';

/**
 * What a contact has unsubscribed from, and what it agreed to, becomes another's that takes in its addresses: whoever has
 * left gets nothing by the back door.
 */
export async function carryChoices(tx: Tx, pairs: readonly { from: string; to: string }[]): Promise<void> {
  if (pairs.length === 0) return;
  const given = sql`unnest(${sql.param(pairs.map(({ from }) => from))}::uuid[],
    ${sql.param(pairs.map(({ to }) => to))}::uuid[]) as p(was, becomes)`;
  await tx.execute(sql`
    update unsubscriptions u set contact_id = once.becomes
      from (select distinct on (p.becomes, o.brand_id, o.channel, o.topic) o.id, p.becomes
              from unsubscriptions o join ${given} on p.was = o.contact_id
             where o.ended_at is null and not exists (
                   select from unsubscriptions t where t.contact_id = p.becomes and t.ended_at is null
                      and (t.brand_id, t.channel, t.topic) is not distinct from (o.brand_id, o.channel, o.topic))) once
     where u.id = once.id`);
  await tx.execute(
    sql`update consents c set contact_id = p.becomes from ${given} where c.contact_id = p.was`,
  );
}
