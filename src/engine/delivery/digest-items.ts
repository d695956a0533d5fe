import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { aboutRow, barOf } from '../barred/barred.ts';
import type { Lapsed } from '#src/shared/lapsed.ts';
import type { Ask, Head } from './claimed.ts';
import { skipReason } from './eligible.ts';

/**
 * `at`: when to look at it. `notBefore`: it's in none before. `lapsed`: it's listed as past news. `deliveryId`: beside that
 * one, which ends.
 */
export type InDigest = {
  contactId: string | null;
  at: number;
  notBefore?: number;
  lapsed?: Lapsed | null;
  deliveryId?: string;
};

/**
 * Notes that people get the alert in their next digest (src/engine/digests) instead of at once, unless they have a
 * delivery of it. @returns how many do
 */
export async function keepForDigest(
  tx: Tx,
  ask: Ask,
  { brandId, eventMonth }: Pick<Head, 'brandId' | 'eventMonth'>,
  people: readonly InDigest[],
): Promise<number> {
  if (people.length === 0) return 0;
  const ending = people.flatMap(({ deliveryId }) => deliveryId ?? []);
  const rows = people.map(({ contactId, at, notBefore, lapsed = null }) => ({
    contact_id: contactId,
    due_at: new Date(at),
    not_before: notBefore === undefined ? null : new Date(notBefore),
    lapsed,
  }));
  const { rows: kept } = await tx.execute(sql`
    insert into digest_items (workspace_id, contact_id, alert_id, channel, brand_id, at, due_at, not_before, lapsed)
    select ${ask.workspaceId}::uuid, g.contact_id, ${ask.alertId}::uuid, ${ask.channel}, ${brandId}::uuid,
           ${ask.now.toISOString()}::timestamptz, g.due_at, g.not_before, g.lapsed
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (contact_id uuid, due_at timestamptz, not_before timestamptz, lapsed text)
     where not exists (select from deliveries had where had.workspace_id = ${ask.workspaceId}::uuid
             and had.contact_id = g.contact_id and had.alert_id = ${ask.alertId}::uuid and had.channel = ${ask.channel}
             and had.purpose = 'first' and had.event_month = ${eventMonth}::date
             and had.id <> all(${sql.param(ending)}::uuid[]))
    on conflict do nothing returning 1`);
  return kept.length;
}

/** Whether a person has the alert waiting for their digest, or in one, over a channel or over any. */
export const isInDigest = (ask: Ask, contactId: SQL, channel: SQL | null): SQL => sql`exists (
  select from digest_items i where i.workspace_id = ${ask.workspaceId}::uuid and i.contact_id = ${contactId}
    and i.alert_id = ${ask.alertId}::uuid and ${channel === null ? sql`true` : sql`i.channel = ${channel}`})`;

/** A query of the ids of the next people of a digest over a channel, in their order (cf. src/db/queries/audience.ts). */
export const nextOfDigest = (
  ask: Ask,
  { after, until, atMost }: { after: string; until: string | null; atMost: number },
): SQL => sql`
  select distinct i.contact_id as id from digest_items i
   where i.workspace_id = ${ask.workspaceId}::uuid and i.digest_id = ${ask.alertId}::uuid and i.channel = ${ask.channel}
     and i.contact_id > ${after}::uuid ${until === null ? sql`` : sql`and i.contact_id <= ${until}::uuid`}
   order by i.contact_id limit ${sql.raw(String(Math.trunc(atMost)))}`;

/**
 * Whether a digest lists an alert that the person doesn't want any more. Beside a query of `contacts`, `addresses` and
 * `preferences`.
 */
export const isChanged = (ask: Ask): SQL => sql`exists (
  select from digest_items i join alerts listed on listed.workspace_id = i.workspace_id and listed.id = i.alert_id
   where i.workspace_id = ${ask.workspaceId}::uuid and i.digest_id = ${ask.alertId}::uuid
     and i.channel = addresses.channel and i.contact_id = contacts.id
     and (${barOf(aboutRow('listed'), ask.now)} is not null or ${skipReason(
       {
         brandId: sql`listed.brand_id`,
         detector: sql`listed.detector`,
         instrumentId: sql`listed.instrument_id`,
       },
       false,
     )} is not null))`;

/** Has another digest made for people, of what they still want of this one. */
export async function makeAnother(tx: Tx, ask: Ask, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return;
  await tx.execute(sql`
    update digest_items set digest_id = null, due_at = ${ask.now.toISOString()}::timestamptz
     where workspace_id = ${ask.workspaceId}::uuid and digest_id = ${ask.alertId}::uuid and channel = ${ask.channel}
       and contact_id = any(${sql.param([...contactIds])}::uuid[])`);
}
