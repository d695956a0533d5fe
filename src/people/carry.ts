import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';

/**
 * What a contact has unsubscribed from, what it agreed to and prefers, and what waits for its digest become another's
 * that takes in its addresses: whoever has left gets nothing by the back door. Where both prefer something, the other's
 * holds.
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
  await tx.execute(sql`
    insert into preferences (workspace_id, contact_id, brand_id, language, time_zone, quiet_from, quiet_to, quiet_days, cadence,
                             digest_hour, instruments, tracked, updated_at)
    select distinct on (p.becomes, o.brand_id) o.workspace_id, p.becomes, o.brand_id, o.language, o.time_zone,
           o.quiet_from, o.quiet_to, o.quiet_days, o.cadence, o.digest_hour, o.instruments, o.tracked, o.updated_at
      from preferences o join ${given} on p.was = o.contact_id order by p.becomes, o.brand_id, o.updated_at desc
    on conflict do nothing`);
  // Who has said no in either place has said it.
  await tx.execute(sql`
    update preferences t set tracked = false
      from preferences o join ${given} on p.was = o.contact_id
     where t.workspace_id = o.workspace_id and t.contact_id = p.becomes and t.brand_id = o.brand_id and not o.tracked`);
  await tx.execute(sql`
    update digest_items i set contact_id = once.becomes
      from (select distinct on (p.becomes, o.alert_id, o.channel) o.contact_id, o.alert_id, o.channel, p.becomes
              from digest_items o join ${given} on p.was = o.contact_id
             where o.digest_id is null and o.ended is null and not exists (
                   select from digest_items t where t.contact_id = p.becomes and t.alert_id = o.alert_id
                      and t.channel = o.channel)) once
     where i.contact_id = once.contact_id and i.alert_id = once.alert_id and i.channel = once.channel`);
}
