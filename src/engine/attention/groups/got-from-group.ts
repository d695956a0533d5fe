import { sql, type SQL } from 'drizzle-orm';
import { earlierIn, type GroupedKind } from './kept-groups.ts';

type Follower = { workspaceId: string; alertId: string };

const earlier = (kind: GroupedKind, { workspaceId, alertId }: Follower, first: string): SQL => sql`
  ${earlierIn(kind)} where mine.workspace_id = ${workspaceId}::uuid
     and mine.first_alert_id = ${first}::uuid and mine.alert_id = ${alertId}::uuid`;

/**
 * Whether a person got an earlier alert of the group, gets it at this moment, or finds it in a digest. Whoever didn't,
 * because they unsubscribed from its kind or it was recalled, gets this one.
 */
export const gotFromGroup = (
  alert: Follower,
  { first, contactId }: { first: string; contactId: SQL },
): SQL<boolean> => sql<boolean>`exists (
  select from ${earlier('audience', alert, first)}
     and (exists (select from deliveries got where got.workspace_id = before.workspace_id
                     and got.alert_id = before.alert_id and got.contact_id = ${contactId}
                     and got.purpose = 'first' and got.state <> 'rejected')
       or exists (select from digest_items listed where listed.workspace_id = before.workspace_id
                     and listed.alert_id = before.alert_id and listed.contact_id = ${contactId} and listed.ended is null)))`;

/** The same of a place. What couldn't be posted there is no reason to post nothing. */
export const postedOfGroup = (
  alert: Follower,
  { first, destinationId }: { first: string; destinationId: string },
): SQL<boolean> => sql<boolean>`exists (
  select from ${earlier('place', alert, first)} and mine.destination_id = ${destinationId}::uuid
     and exists (select from deliveries got where got.workspace_id = before.workspace_id
                    and got.alert_id = before.alert_id and got.target_id = before.destination_id
                    and got.contact_id is null and got.purpose = 'first' and got.state <> 'rejected'))`;
