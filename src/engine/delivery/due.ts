import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { addresses, contacts, deliveries, destinations, fanOuts } from '#src/db/schema.ts';
import { BARS, holds } from '../barred/barred.ts';
import { type Ask, CLAIM_MS, type ClaimedDelivery, type Head, RETRY_LONGEST_MS } from './claimed.ts';
import type { Timing } from '#src/shared/timing.ts';
import { turnOf } from '../timing/turn.ts';
import { gotAsDuplicate } from './duplicates.ts';
import { type InDigest, keepForDigest } from './digest-items.ts';
import {
  aboutOf,
  ENDED_BECAUSE,
  placeSkipReason,
  skipReason,
  type SkipReason,
  timing,
  tracked,
  withPreferences,
} from './eligible.ts';
import { confirmedSince, HELD_BECAUSE, mayHold, QUIET_BECAUSE, TOO_MANY_HELD } from './held.ts';
import { lateByPolicy } from './past-news.ts';
import type { Renditions } from './renditions.ts';
import { countSkipped } from './skips.ts';
import { isHeldFor } from './waits.ts';

type Row = {
  id: string;
  skip: SkipReason | null;
  expired: boolean;
  user_id: string | null;
  address: string | null;
  destination: string | null;
  connection_id: string | null;
  timing: Timing | null;
  tracked: boolean;
} & Pick<ClaimedDelivery, 'channel' | 'purpose'> & {
    fan_out_id: string;
    target_id: string;
    contact_id: string | null;
    rendition_id: string;
    send_no: number;
    attempts: number;
    server_waits: number;
    pauses: number;
  };

/** It was in somebody's hands when the rest of its fan-out was recalled, and didn't go out. */
const isRecalled = sql`exists (
  select from fan_out_skips k where k.workspace_id = deliveries.workspace_id and k.alert_id = deliveries.alert_id
     and k.fan_out_id = deliveries.fan_out_id and k.channel = deliveries.channel and k.reason = 'recalled')`;

const PURPOSES = ['first', 'update', 'correction', 'digest'] as const;
/** Why a delivery that was open ends, where the fan-out counts it: what becomes of the alert depends on it. */
const COUNTED = ['digest', ...BARS] as const;

/** An alert that came too late is none any more. */
export const EXPIRED = 'It was no longer news when its turn came.';

/**
 * Claims deliveries that exist and are due: tries again, and those that were released. Those who may not get it any more
 * are ended with the reason; those whose account takes nothing at the moment are left alone. @returns `passed`: how many of them
 */
export async function claimDue(
  tx: Tx,
  ask: Ask,
  head: Head,
  renditions: Renditions,
): Promise<{ claimed: ClaimedDelivery[]; passed: number }> {
  const now = ask.now.toISOString();
  const longest = new Date(ask.now.getTime() + RETRY_LONGEST_MS).toISOString();
  const place = sql`(case when deliveries.contact_id is null then deliveries.target_id end)`;
  const barred = PURPOSES.filter((purpose) => holds(head.bar, purpose));
  const { rows } = await tx.execute<Row>(sql`
    select deliveries.id, deliveries.fan_out_id, deliveries.target_id, deliveries.contact_id, deliveries.rendition_id,
           deliveries.channel, deliveries.purpose, deliveries.send_no, deliveries.attempts, deliveries.server_waits, deliveries.pauses,
           coalesce(${fanOuts.expiresAt} <= ${now}::timestamptz, false) as expired,
           ${contacts.userId}, ${addresses.address}, ${destinations.address} as destination, ${destinations.connectionId},
           case when ${isRecalled} then 'recalled'
                when ${fanOuts.contactId} is null and deliveries.purpose = any(${sql.param(barred)}::text[])
                  then ${head.bar ?? null}::text
                when deliveries.contact_id is not null
                  then coalesce(${skipReason(aboutOf(head), sql`(${fanOuts.contactId} is not null)`)},
                                case when ${gotAsDuplicate} then 'served' end)
                when ${destinations.id} is null or ${destinations.deletedAt} is not null then 'left'
                else ${placeSkipReason(aboutOf(head))} end as skip,
           case when ${fanOuts.contactId} is null then ${timing} end as timing, ${tracked} as tracked
      from deliveries
      join fan_outs on fan_outs.workspace_id = deliveries.workspace_id and fan_outs.id = deliveries.fan_out_id
      left join contacts on contacts.workspace_id = deliveries.workspace_id and contacts.id = deliveries.contact_id
      left join addresses on addresses.workspace_id = deliveries.workspace_id and addresses.id = deliveries.target_id
      ${withPreferences(sql`${head.brandId}::uuid`)}
      left join destinations on destinations.workspace_id = deliveries.workspace_id
        and destinations.id = deliveries.target_id and deliveries.contact_id is null
     where deliveries.workspace_id = ${ask.workspaceId}::uuid and deliveries.alert_id = ${ask.alertId}::uuid
       and deliveries.event_month = ${head.eventMonth}::date and deliveries.channel = ${ask.channel}
       and (deliveries.state = 'pending' or (deliveries.state = 'retry'
         and (deliveries.next_attempt_at <= ${now}::timestamptz or deliveries.next_attempt_at > ${longest}::timestamptz)))
       and ${place} is not distinct from ${ask.destinationId}::uuid
       and (${fanOuts.expiresAt} <= ${now}::timestamptz or not ${isHeldFor(ask, head, place)})
     limit ${ask.atMost} for update of deliveries skip locked`);
  if (rows.length === 0) return { claimed: [], passed: 0 };

  const confirmed = await confirmedSince(tx, rows);
  const end = new Map<string, Row[]>();
  const endWith = (reason: string, row: Row): void => void end.set(reason, [...(end.get(reason) ?? []), row]);
  const ready: Row[] = [];
  const later: { row: Row; until: number }[] = [];
  const digest: InDigest[] = [];
  const late = rows.some(isLate) ? await lateByPolicy(tx, ask.alertId) : 'nothing';
  for (const row of rows) {
    if (row.expired && late === 'digest' && isLate(row)) {
      digest.push({
        contactId: row.contact_id,
        at: ask.now.getTime(),
        lapsed: 'expired',
        deliveryId: row.id,
      });
      endWith(ENDED_BECAUSE.digest, row);
    } else if (row.expired) endWith(EXPIRED, row);
    else if (row.skip === null || confirmed.has(row.target_id)) {
      // What has begun goes on: a digest is for what hasn't.
      const when = turnOf(row.timing, row.attempts > 0 ? 'digest' : row.purpose, ask.now.getTime());
      if (when.go === 'now') ready.push(row);
      else if (when.go === 'later') later.push({ row, until: when.until });
      else {
        digest.push({ contactId: row.contact_id, at: when.at, deliveryId: row.id });
        endWith(ENDED_BECAUSE.digest, row);
      }
    } else if (row.skip === 'unconfirmed' && row.user_id !== null) await hold(tx, ask, row);
    else endWith(ENDED_BECAUSE[row.skip], row);
  }
  await keepForDigest(tx, ask, head, digest);
  for (const reason of COUNTED)
    for (const [fanOutId, some] of Map.groupBy(end.get(ENDED_BECAUSE[reason]) ?? [], (row) => row.fan_out_id))
      await countSkipped(tx, ask, fanOutId, new Map([[reason, some.length]]));
  for (const [until, some] of Map.groupBy(later, (each) => each.until))
    await tx
      .update(deliveries)
      .set({
        state: 'held',
        reason: QUIET_BECAUSE,
        nextAttemptAt: new Date(until),
        waitsForServer: false,
        updatedAt: ask.now,
      })
      .where(
        these(
          ask,
          head,
          some.map(({ row }) => row),
        ),
      );
  for (const [reason, ended] of end)
    await tx
      .update(deliveries)
      .set({ state: 'rejected', reason, nextAttemptAt: null, waitsForServer: false, updatedAt: ask.now })
      .where(these(ask, head, ended));
  if (ready.length > 0)
    await tx
      .update(deliveries)
      .set({
        state: 'sending',
        reason: null,
        attempts: sql`${deliveries.attempts} + 1`,
        claimedBy: ask.instanceId,
        leaseUntil: new Date(ask.now.getTime() + CLAIM_MS),
        nextAttemptAt: null,
        waitsForServer: false,
        updatedAt: ask.now,
      })
      .where(these(ask, head, ready));
  const claimed: ClaimedDelivery[] = [];
  for (const row of ready) {
    const rendition = await renditions.byId(tx, row.rendition_id);
    if (!rendition) throw new Error(`The delivery ${row.id} has no rendition.`);
    claimed.push({
      ...ask,
      ...head,
      id: row.id,
      fanOutId: row.fan_out_id,
      targetId: row.target_id,
      contactId: row.contact_id,
      purpose: row.purpose,
      sendNo: row.send_no,
      userId: row.user_id,
      address: row.address ?? row.destination ?? '',
      connectionId: row.connection_id,
      attempt: row.attempts + 1,
      serverWaits: row.server_waits,
      pauses: row.pauses,
      tracked: row.tracked,
      rendition,
      prepared: rendition.prepared,
    });
  }
  return { claimed, passed: rows.length - ready.length };
}

/** It lapsed before it was sent to a person who may still get it. */
const isLate = ({ expired, skip, purpose, attempts, contact_id: contact }: Row): boolean =>
  expired && skip === null && purpose === 'first' && attempts === 0 && contact !== null;

const these = (ask: Ask, head: Head, rows: readonly { id: string }[]) =>
  and(
    eq(deliveries.workspaceId, ask.workspaceId),
    eq(deliveries.eventMonth, head.eventMonth),
    inArray(
      deliveries.id,
      rows.map(({ id }) => id),
    ),
  );

/** Keeps a delivery until its address is confirmed, or ends it where as many wait as may. */
async function hold(tx: Tx, ask: Ask, row: Row): Promise<void> {
  const fits = await mayHold(tx, ask.workspaceId, row.target_id);
  await tx
    .update(deliveries)
    .set({
      ...(fits ? { state: 'held', reason: HELD_BECAUSE } : { state: 'rejected', reason: TOO_MANY_HELD }),
      nextAttemptAt: null,
      updatedAt: ask.now,
    })
    .where(and(eq(deliveries.workspaceId, ask.workspaceId), eq(deliveries.id, row.id)));
}
