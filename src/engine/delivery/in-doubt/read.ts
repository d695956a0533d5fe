import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { DIGEST } from '#src/shared/topics.ts';
import type { Sought } from '../../channels/channel.ts';
import type { ClaimedDelivery } from '../claimed.ts';
import { firstMessage } from '../first-message.ts';
import { createRenditions } from '../renditions.ts';
import { nextLook } from './looks.ts';

export type InDoubt = {
  delivery: ClaimedDelivery;
  sought: Sought;
  /** Of the process that sent it. */
  instanceId: string;
  unknownSince: Date;
};

/** A provider's clock and ours may differ by so much, in ms. */
const CLOCKS_MS = 60_000;
/** A dead process is noticed within this, in ms. */
const UNSEEN_MS = 3_600_000;
/** How far back we look for other deliveries that a found message may belong to, in ms. */
const BEFORE_MS = 86_400_000;

type Row = Omit<ClaimedDelivery, 'rendition' | 'prepared' | 'workspaceId' | 'address'> & {
  renditionId: string;
  instanceId: string | null;
  address: string | null;
  since: string | null;
  unknownSince: string;
};

type Unknown = {
  /** Null where what was sent, or where it went, can't be told any more. */
  delivery: ClaimedDelivery | null;
  instanceId: string | null;
  unknownSince: Date;
  /** When its last attempt began, or the earliest it can have. */
  begun: Date;
};

/** Locks a delivery whose outcome is unknown. `due`: only if it's due for a look and no other process has it. */
export async function readUnknown(
  tx: Tx,
  { workspaceId, id, due }: { workspaceId: string; id: string; due: Date | null },
): Promise<Unknown | null> {
  const { rows } = await tx.execute<Row>(sql`
    select d.id, d.alert_id as "alertId", d.event_month::text as "eventMonth", d.fan_out_id as "fanOutId", d.channel,
           d.target_id as "targetId", d.contact_id as "contactId", d.purpose, d.send_no as "sendNo",
           d.attempts as attempt, d.server_waits as "serverWaits", d.pauses, d.rendition_id as "renditionId",
           d.claimed_by as "instanceId", d.updated_at as "unknownSince", null as "userId",
           coalesce(a.address, p.address) as address, p.connection_id as "connectionId",
           b.id as "brandId", b.name as "brandName", o.detector, o.instrument_id as "instrumentId",
           b.tracking, false as tracked,
           (select min(t.started_at) from attempts t where t.workspace_id = d.workspace_id and t.alert_id = d.alert_id
               and t.delivery_id = d.id and t.n = d.attempts) as since
      from deliveries d
      join (select workspace_id, id, brand_id, detector, instrument_id from alerts
            union all
            select workspace_id, id, brand_id, ${DIGEST}, null from digests) o
        on o.workspace_id = d.workspace_id and o.id = d.alert_id
      join brands b on b.workspace_id = o.workspace_id and b.id = o.brand_id
      left join addresses a on a.workspace_id = d.workspace_id and a.id = d.target_id
      left join destinations p on p.workspace_id = d.workspace_id and p.id = d.target_id
     where d.workspace_id = ${workspaceId}::uuid and d.id = ${id}::uuid and d.state = 'unknown'
       ${due ? sql`and d.next_attempt_at <= ${due.toISOString()}::timestamptz for update of d skip locked` : sql`for update of d`}`);
  const [row] = rows;
  if (!row) return null;
  const { renditionId, instanceId, since, address, unknownSince: became, ...of } = row;
  const unknownSince = new Date(became);
  const rendition = await createRenditions({ workspaceId, alertId: of.alertId }, null).byId(tx, renditionId);
  return {
    delivery:
      rendition === null || address === null
        ? null
        : { ...of, address, workspaceId, rendition, prepared: rendition.prepared },
    instanceId,
    unknownSince,
    // A process that died left no attempt.
    begun: since === null ? new Date(unknownSince.getTime() - UNSEEN_MS) : new Date(since),
  };
}

/**
 * Takes the look at a delivery that is due: of several processes, one gets it. It sets when the next look is due.
 * @returns null where there is nothing to look for any more, or others do
 */
export async function readForLook(
  tx: Tx,
  { workspaceId, id, now }: { workspaceId: string; id: string; now: Date },
): Promise<InDoubt | null> {
  const unknown = await readUnknown(tx, { workspaceId, id, due: now });
  if (!unknown) return null;
  const { delivery, instanceId, unknownSince, begun } = unknown;
  // Without a place to look at, or what to look for, there will never be an answer.
  const canLook = delivery !== null && instanceId !== null;
  await lookLater(tx, { workspaceId, id, next: canLook ? nextTime(unknownSince, now) : null });
  if (!canLook) return null;
  const first = delivery.purpose === 'first' ? null : await firstMessage(tx, delivery);
  return {
    delivery,
    instanceId,
    unknownSince,
    sought: {
      deliveryId: id,
      address: delivery.address,
      ...(first && { replyTo: first }),
      prepared: delivery.prepared,
      since: begun.getTime() - CLOCKS_MS,
      taken: await othersAt(tx, delivery, new Date(begun.getTime() - BEFORE_MS)),
    },
  };
}

function nextTime(unknownSince: Date, now: Date): Date | null {
  const next = nextLook(now.getTime() - unknownSince.getTime());
  return next === null ? null : new Date(unknownSince.getTime() + next);
}

/** `updated_at` stays: it says since when it has been unknown. */
const lookLater = (
  tx: Tx,
  { workspaceId, id, next }: { workspaceId: string; id: string; next: Date | null },
) =>
  tx.execute(sql`
    update deliveries set next_attempt_at = ${next?.toISOString() ?? null}::timestamptz
     where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid`);

async function othersAt(tx: Tx, delivery: ClaimedDelivery, from: Date): Promise<Set<string>> {
  const { workspaceId, targetId, id } = delivery;
  if (delivery.contactId !== null) return new Set();
  const { rows } = await tx.execute<{ known: string }>(sql`
    select provider_message_id as known from deliveries
     where workspace_id = ${workspaceId}::uuid and target_id = ${targetId}::uuid and contact_id is null
       and id <> ${id}::uuid and provider_message_id is not null and updated_at > ${from.toISOString()}::timestamptz`);
  return new Set(rows.map(({ known }) => known));
}

/** Unless a late answer, or a person, has settled it meanwhile. Locks it. */
export async function isStillUnknown(
  tx: Tx,
  { workspaceId, id, attempt }: ClaimedDelivery,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from deliveries where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid
       and state = 'unknown' and attempts = ${attempt}::int for update`);
  return rowCount === 1;
}
