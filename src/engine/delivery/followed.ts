import { sql, type SQL } from 'drizzle-orm';
import type { Purpose } from '#src/db/schema/delivery.ts';
import type { Ask, Head } from './claimed.ts';
import type { Shard } from './shard.ts';

/** What goes to those who got the alert, and to nobody else. */
export const isFollowUp = (purpose: Purpose): boolean => purpose === 'update' || purpose === 'correction';

/**
 * A query of the ids of the next contacts, in their order, who have the alert over a channel in words of before: by
 * itself, or in a digest. What became of an alert in flight isn't known yet; they count as having it. With the duplicates
 * that were merged into them since.
 */
export const nextOfFollowed = (
  ask: Ask,
  shard: Shard,
  { after, until, atMost }: { after: string; until: string | null; atMost: number },
): SQL => sql`
  select contacts.id from contacts
   where contacts.workspace_id = ${ask.workspaceId}::uuid and contacts.id > ${after}::uuid
     ${until === null ? sql`` : sql`and contacts.id <= ${until}::uuid`} and contacts.deleted_at is null
     and (${hasIt(ask, shard, sql`contacts.id`)} or exists (
       select from contacts part where part.workspace_id = contacts.workspace_id and part.merged_into = contacts.id
          and ${hasIt(ask, shard, sql`part.id`)}))
   order by contacts.id limit ${sql.raw(String(Math.trunc(atMost)))}`;

const hasIt = (ask: Ask, shard: Shard, contactId: SQL): SQL => sql`(exists (
    select from deliveries had
      join renditions r on r.workspace_id = had.workspace_id and r.id = had.rendition_id
     where had.workspace_id = ${ask.workspaceId}::uuid and had.contact_id = ${contactId}
       and had.alert_id = ${ask.alertId}::uuid and had.channel = ${ask.channel} and had.purpose = 'first'
       and had.state in ('sending', 'sent', 'unknown') and r.revision_id <> ${shard.revision_id}::uuid)
  or exists (
    select from digest_items i
      join digests g on g.workspace_id = i.workspace_id and g.id = i.digest_id
      join deliveries listed on listed.workspace_id = g.workspace_id and listed.contact_id = i.contact_id
       and listed.alert_id = g.id and listed.channel = i.channel and listed.event_month = g.event_month
     where i.workspace_id = ${ask.workspaceId}::uuid and i.contact_id = ${contactId}
       and i.alert_id = ${ask.alertId}::uuid and i.channel = ${ask.channel} and listed.state <> 'rejected'
       and g.created_at <= (select f.created_at from fan_outs f
                             where f.workspace_id = g.workspace_id and f.id = ${shard.fan_out_id}::uuid)))`;

/** Whether the alert went to the address. Beside a query of `addresses`. */
export const gotFirstAt = (ask: Ask, head: Head): SQL => sql`exists (
  select from deliveries had where had.workspace_id = addresses.workspace_id and had.alert_id = ${ask.alertId}::uuid
     and had.target_id = addresses.id and had.purpose = 'first' and had.event_month = ${head.eventMonth}::date)`;
