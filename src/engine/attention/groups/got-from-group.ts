import { sql, type SQL } from 'drizzle-orm';

/**
 * Whether a person got an earlier alert of the group, gets it at this moment, or finds it in a digest. Whoever didn't,
 * because they unsubscribed from its kind or it was recalled, gets this one.
 */
export const gotFromGroup = (
  { workspaceId, alertId }: { workspaceId: string; alertId: string },
  { first, contactId }: { first: string; contactId: SQL },
): SQL<boolean> => sql<boolean>`exists (
  select from audience_groups mine
    join audience_groups before on before.workspace_id = mine.workspace_id and before.audience_id = mine.audience_id
     and before.first_alert_id = mine.first_alert_id and before.seq < mine.seq
   where mine.workspace_id = ${workspaceId}::uuid and mine.first_alert_id = ${first}::uuid and mine.alert_id = ${alertId}::uuid
     and (exists (select from deliveries got where got.workspace_id = before.workspace_id
                     and got.alert_id = before.alert_id and got.contact_id = ${contactId}
                     and got.purpose = 'first' and got.state <> 'rejected')
       or exists (select from digest_items listed where listed.workspace_id = before.workspace_id
                     and listed.alert_id = before.alert_id and listed.contact_id = ${contactId} and listed.ended is null)))`;
