import { sql, type SQL } from 'drizzle-orm';
import { ENDED_BECAUSE } from '../delivery/eligible.ts';

/**
 * Deliveries `d` to the places of a connection that were made in a period and went out, or were tried and failed. What was
 * kept from going out, such as by a filter, a mute or a recall, isn't among them; nor is what is still on its way.
 */
export const deliveriesIn = (connectionId: string, { from, to }: { from: Date; to: Date }): SQL => sql`
  deliveries d join destinations p on p.workspace_id = d.workspace_id and p.id = d.target_id
   where p.connection_id = ${connectionId}::uuid and d.contact_id is null
     and d.created_at >= ${from.toISOString()}::timestamptz and d.created_at < ${to.toISOString()}::timestamptz
     and (d.state in ('sent', 'unknown') or (d.state = 'rejected' and d.attempts > 0
       and d.reason <> all(${sql.param(Object.values(ENDED_BECAUSE))}::text[])))`;
