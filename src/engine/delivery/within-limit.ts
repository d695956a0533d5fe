import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { UNALIGNED_MAX } from '#src/shared/senders.ts';
import type { Candidate } from './candidates.ts';
import type { Ask, Head } from './claimed.ts';
import { isFollowUp } from './followed.ts';
import type { Shard } from './shard.ts';

/**
 * Passes over who is more than the brand's sender may reach. Dispatch counts first and holds the whole message back:
 * this is for people who were added while it waited. Lanes take turns (`takeTurn` of a lane), so that together they reach no more.
 */
export async function withinLimit(
  tx: Tx,
  ask: Ask,
  head: Head,
  shard: Shard,
  people: readonly Candidate[],
): Promise<readonly Candidate[]> {
  if (!head.limited?.includes(ask.channel) || ask.destinationId !== null) return people;
  // A trial run is for the one who started it, and a correction for everyone who got what it corrects.
  if (shard.contact_id !== null || isFollowUp(shard.purpose)) return people;
  const counts = ({ contact_id, user_id, channel, skip }: Candidate): boolean =>
    contact_id !== null && user_id === null && channel === ask.channel && skip === null;
  if (!people.some(counts)) return people;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct d.contact_id as id from deliveries d
      join contacts c on c.workspace_id = d.workspace_id and c.id = d.contact_id and c.user_id is null
     where d.workspace_id = ${ask.workspaceId}::uuid and d.alert_id = ${ask.alertId}::uuid and d.channel = ${ask.channel}
       and d.event_month = ${head.eventMonth}::date and d.purpose = ${shard.purpose} and d.send_no = ${shard.send_no}`);
  const reached = new Set(rows.map(({ id }) => id));
  return people.map((each) => {
    if (!counts(each) || each.contact_id === null) return each;
    if (!reached.has(each.contact_id) && reached.size >= UNALIGNED_MAX) return { ...each, skip: 'unaligned' };
    reached.add(each.contact_id);
    return each;
  });
}
