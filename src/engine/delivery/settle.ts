import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { suppressAddress } from '#src/db/queries/suppressions.ts';
import { addresses, attempts, deliveries } from '#src/db/schema.ts';
import type { AlertState, DeliveryState } from '#src/shared/alerts.ts';
import { lockAlert, moveAlert, TRANSITIONS } from '../approval/states.ts';
import type { SendOutcome } from '../channels/channel.ts';

type SettledAttempt = {
  deliveryId: string;
  attempt: number;
  outcome: SendOutcome;
  startedAt: Date;
  finishedAt: Date;
};

/**
 * Writes down how a send ended. Only the process that claimed the delivery may; an answer that comes after others
 * gave the process up for dead still turns `unknown` into what is true.
 */
export async function settleDelivery(
  tx: Tx,
  settled: SettledAttempt & { workspaceId: string; instanceId: string },
): Promise<void> {
  const { outcome, finishedAt: now } = settled;
  const to = {
    sent: { state: 'sent', sentAt: now, reason: null },
    retry: { state: 'retry' },
    unknown: { state: 'unknown' },
    rejected: { state: 'rejected' },
  } as const satisfies Record<SendOutcome['outcome'], { state: DeliveryState; sentAt?: Date; reason?: null }>;
  const waitsForServer = outcome.outcome === 'retry' && outcome.waitsForServer === true;
  await tx
    .update(deliveries)
    .set({
      reason: outcome.outcome === 'sent' ? null : outcome.reason,
      ...to[outcome.outcome],
      nextAttemptAt: outcome.outcome === 'retry' ? new Date(outcome.at) : null,
      waitsForServer,
      ...(waitsForServer ? { serverWaits: sql`${deliveries.serverWaits} + 1` } : {}),
      providerMessageId: outcome.outcome === 'sent' ? outcome.providerMessageId : null,
      leaseUntil: null,
      updatedAt: now,
    })
    .where(
      and(
        eq(deliveries.id, settled.deliveryId),
        eq(deliveries.claimedBy, settled.instanceId),
        inArray(deliveries.state, ['sending', 'unknown']),
      ),
    );
  await tx.insert(attempts).values({
    workspaceId: settled.workspaceId,
    id: newId(),
    deliveryId: settled.deliveryId,
    n: settled.attempt,
    outcome: outcome.outcome,
    detail: outcome.outcome === 'sent' ? `accepted as ${outcome.providerMessageId}` : outcome.reason,
    startedAt: settled.startedAt,
    finishedAt: now,
  });
  if (outcome.outcome === 'rejected' && outcome.permanentAddress) await suppress(tx, settled, outcome.reason);
}

/** The server says for good that there is no such address. */
async function suppress(
  tx: Tx,
  { workspaceId, deliveryId, finishedAt }: SettledAttempt & { workspaceId: string },
  detail: string,
): Promise<void> {
  const [reached] = await tx
    .select({ channel: addresses.channel, address: addresses.address })
    .from(deliveries)
    .innerJoin(
      addresses,
      and(eq(addresses.workspaceId, deliveries.workspaceId), eq(addresses.id, deliveries.recipientId)),
    )
    .where(and(eq(deliveries.workspaceId, workspaceId), eq(deliveries.id, deliveryId)));
  if (!reached) return;
  const said = { cause: 'hard_bounce', detail, source: 'reply', at: finishedAt } as const;
  await suppressAddress(tx, { workspaceId, ...reached }, said);
}

const OPEN: readonly DeliveryState[] = ['pending', 'held', 'sending', 'retry'];

/** What an alert is once none of its deliveries is open; null while one is. */
export function alertOutcome(counts: Partial<Record<DeliveryState, number>>): AlertState | null {
  const has = (state: DeliveryState) => (counts[state] ?? 0) > 0;
  if (OPEN.some(has)) return null;
  if (has('sent')) return has('unknown') || has('rejected') ? 'partly_sent' : 'sent';
  return has('unknown') ? 'unknown' : 'failed';
}

/** Ends the alert when its last delivery has ended. Safe to call at any time. @returns whether members were notified */
export async function settleAlert(
  tx: Tx,
  alert: { workspaceId: string; alertId: string; now: Date },
): Promise<boolean> {
  const state = await lockAlert(tx, alert.alertId);
  if (state === null) return false;
  const rows = await tx
    .select({ state: deliveries.state, count: sql<number>`count(*)::int` })
    .from(deliveries)
    .where(eq(deliveries.alertId, alert.alertId))
    .groupBy(deliveries.state);
  const to = alertOutcome(Object.fromEntries(rows.map((row) => [row.state, row.count])));
  if (to === null || to === state || !TRANSITIONS[state].includes(to)) return false;
  const counted = rows.map((row) => `${row.count} ${row.state}`).join(', ');
  const reason = counted || 'there is nobody left to send it to';
  return moveAlert(tx, { ...alert, to, actor: 'delivery', reason });
}
