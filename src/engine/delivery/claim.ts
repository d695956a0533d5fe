import { and, eq, gt, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { sendingStopsFor } from '#src/db/queries/sending-stops.ts';
import { unsubscribedFrom } from '#src/db/queries/unsubscriptions.ts';
import { addresses, brands, alerts, contacts, deliveries, variants } from '#src/db/schema.ts';
import { type ChannelKind, HELD_MAX } from '#src/shared/alerts.ts';

/** Longer than the longest send can take (src/platform/mail/transport.ts), so that a slow one is not called dead. */
export const CLAIM_MS = 180_000;

/** Longer than any channel waits before it tries again. What is due later was put down while the clock was ahead. */
export const RETRY_LONGEST_MS = 3 * 3_600_000;

export type ClaimedDelivery = {
  id: string;
  workspaceId: string;
  alertId: string;
  contactId: string;
  addressId: string;
  brandId: string;
  detector: string;
  /** The member whose address it is. */
  userId: string | null;
  channel: ChannelKind;
  address: string;
  attempt: number;
  serverWaits: number;
  brandName: string;
  subject: string;
  text: string;
  html: string;
};

/**
 * Claims an alert's open deliveries before anything goes out: from here on a crash leaves them `sending`, and they
 * become `unknown`, never a second send. Skipped are those whose recipient hasn't confirmed the address (they are held
 * instead) or has left the workspace since (they end). Deliveries paused by an operator aren't touched: they wait, and
 * say so.
 */
export async function claimDeliveries(
  tx: Tx,
  claim: { workspaceId: string; alertId: string; instanceId: string; atMost: number; now: Date },
): Promise<{ claimed: ClaimedDelivery[]; passed: number }> {
  const stopped = await stoppedChannels(tx, claim);
  if (stopped === 'every') return { claimed: [], passed: 0 };
  const longest = new Date(claim.now.getTime() + RETRY_LONGEST_MS);
  const open = await tx
    .select({ id: deliveries.id, recipientId: deliveries.recipientId })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.alertId, claim.alertId),
        stopped.length > 0 ? notInArray(deliveries.channel, stopped) : undefined,
        or(
          eq(deliveries.state, 'pending'),
          and(
            eq(deliveries.state, 'retry'),
            or(lte(deliveries.nextAttemptAt, claim.now), gt(deliveries.nextAttemptAt, longest)),
          ),
        ),
      ),
    )
    .limit(claim.atMost)
    .for('update', { skipLocked: true });
  if (open.length === 0) return { claimed: [], passed: 0 };

  const still = await endForGone(tx, open, claim);
  const unconfirmed = await unconfirmedRecipients(
    tx,
    still.map((row) => row.recipientId),
  );
  const ready = still.filter((row) => !unconfirmed.has(row.recipientId)).map((row) => row.id);
  for (const { id, recipientId } of still)
    if (unconfirmed.has(recipientId)) await hold(tx, { ...claim, id, recipientId });
  const passed = open.length - ready.length;
  if (ready.length === 0) return { claimed: [], passed };
  await tx
    .update(deliveries)
    .set({
      state: 'sending',
      reason: null,
      attempts: sql`${deliveries.attempts} + 1`,
      claimedBy: claim.instanceId,
      leaseUntil: new Date(claim.now.getTime() + CLAIM_MS),
      nextAttemptAt: null,
      updatedAt: claim.now,
    })
    .where(inArray(deliveries.id, ready));
  const claimed = await tx
    .select({
      id: deliveries.id,
      workspaceId: deliveries.workspaceId,
      alertId: deliveries.alertId,
      contactId: contacts.id,
      addressId: addresses.id,
      brandId: brands.id,
      detector: alerts.detector,
      userId: contacts.userId,
      channel: deliveries.channel,
      address: addresses.address,
      attempt: deliveries.attempts,
      serverWaits: deliveries.serverWaits,
      brandName: brands.name,
      subject: variants.subject,
      text: variants.bodyText,
      html: variants.bodyHtml,
    })
    .from(deliveries)
    .innerJoin(
      addresses,
      and(eq(addresses.workspaceId, deliveries.workspaceId), eq(addresses.id, deliveries.recipientId)),
    )
    .innerJoin(
      contacts,
      and(eq(contacts.workspaceId, addresses.workspaceId), eq(contacts.id, addresses.contactId)),
    )
    .innerJoin(
      variants,
      and(eq(variants.workspaceId, deliveries.workspaceId), eq(variants.id, deliveries.variantId)),
    )
    .innerJoin(alerts, and(eq(alerts.workspaceId, deliveries.workspaceId), eq(alerts.id, deliveries.alertId)))
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .where(inArray(deliveries.id, ready));
  return { claimed, passed };
}

/**
 * Opens deliveries again whose claim ended in an error: the database may have gone away while it committed, and nobody
 * sends them. A claim that was never committed, or is another one by now, is left alone.
 */
export async function releaseClaims(
  tx: Tx,
  claim: { deliveryIds: readonly string[]; instanceId: string; claimedAt: Date; now: Date },
): Promise<void> {
  await tx
    .update(deliveries)
    .set({
      state: 'pending',
      attempts: sql`${deliveries.attempts} - 1`,
      claimedBy: null,
      leaseUntil: null,
      updatedAt: claim.now,
    })
    .where(
      and(
        inArray(deliveries.id, [...claim.deliveryIds]),
        eq(deliveries.state, 'sending'),
        eq(deliveries.claimedBy, claim.instanceId),
        eq(deliveries.leaseUntil, new Date(claim.claimedAt.getTime() + CLAIM_MS)),
      ),
    );
}

/** Keeps a delivery until its recipient's address is confirmed, or ends it where as many wait as may. */
async function hold(
  tx: Tx,
  { workspaceId, id, recipientId, now }: { workspaceId: string; id: string; recipientId: string; now: Date },
): Promise<void> {
  const waiting = and(eq(deliveries.recipientId, recipientId), eq(deliveries.state, 'held'));
  const limit = { of: 'held deliveries', whose: `${workspaceId} ${recipientId}`, max: HELD_MAX };
  const fits = await hasRoom(tx, limit, () => tx.$count(deliveries, waiting));
  const kept = { state: 'held', reason: 'The address is not confirmed yet.' } as const;
  const ended = {
    state: 'rejected',
    reason: `The address is not confirmed yet, and ${HELD_MAX} alerts already wait for that.`,
  } as const;
  await tx
    .update(deliveries)
    .set({ ...(fits ? kept : ended), nextAttemptAt: null, updatedAt: now })
    .where(eq(deliveries.id, id));
}

/** The channels over which nothing may go out now. What waits for them has the reason with it, for its alert's page. */
async function stoppedChannels(
  tx: Tx,
  claim: { workspaceId: string; alertId: string; now: Date },
): Promise<'every' | ChannelKind[]> {
  const stops = await sendingStopsFor(tx, claim.workspaceId);
  const channels = stops.flatMap(({ scope, target }) => (scope === 'channel' ? [target] : []));
  const every = stops.find(({ scope }) => scope !== 'channel');
  const [first] = every ? [every] : stops;
  if (!first || (!every && channels.length === 0)) return [];
  await tx
    .update(deliveries)
    .set({ reason: `Sending is stopped for now: ${first.reason}`, updatedAt: claim.now })
    .where(
      and(
        eq(deliveries.alertId, claim.alertId),
        eq(deliveries.state, 'pending'),
        isNull(deliveries.reason),
        every ? undefined : inArray(deliveries.channel, channels),
      ),
    );
  return every ? 'every' : channels;
}

type Open = { id: string; recipientId: string };

const GONE = {
  left: 'The recipient has left the workspace.',
  suppressed: 'The address is suppressed.',
  unsubscribed: 'The recipient has unsubscribed.',
} as const;

/** A recipient may have left, unsubscribed or been suppressed since the delivery was opened. @returns the other deliveries */
async function endForGone(
  tx: Tx,
  open: readonly Open[],
  { alertId, now }: { alertId: string; now: Date },
): Promise<Open[]> {
  // A trial run goes to the person who started it, and to nobody else.
  const isNoTrial = sql`not exists (select from alerts a join events e on e.workspace_id = a.workspace_id
    and e.id = a.event_id where a.id = ${alertId}::uuid and e.trial_run_id is not null)`;
  const rows = await tx
    .select({
      id: addresses.id,
      why: sql<keyof typeof GONE>`case when ${contacts.receives} = 'nothing' then 'left'
        when ${addresses.suppressedAt} is not null then 'suppressed' else 'unsubscribed' end`,
    })
    .from(addresses)
    .innerJoin(
      contacts,
      and(eq(contacts.workspaceId, addresses.workspaceId), eq(contacts.id, addresses.contactId)),
    )
    .where(
      and(
        inArray(
          addresses.id,
          open.map((row) => row.recipientId),
        ),
        or(
          eq(contacts.receives, 'nothing'),
          isNotNull(addresses.suppressedAt),
          and(unsubscribedFrom(alertId), isNoTrial),
        ),
      ),
    );
  const gone = new Map(rows.map(({ id, why }) => [id, why]));
  for (const why of ['left', 'suppressed', 'unsubscribed'] as const) {
    const ended = open.filter(({ recipientId }) => gone.get(recipientId) === why);
    if (ended.length === 0) continue;
    await tx
      .update(deliveries)
      .set({
        state: 'rejected',
        reason: GONE[why],
        nextAttemptAt: null,
        updatedAt: now,
      })
      .where(
        inArray(
          deliveries.id,
          ended.map(({ id }) => id),
        ),
      );
  }
  return open.filter((row) => !gone.has(row.recipientId));
}

/**
 * Locks the addresses: a confirmation at this moment waits, and then finds what was held here. Without the
 * lock a delivery could be held just after its release had looked.
 */
async function unconfirmedRecipients(tx: Tx, recipientIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: addresses.id, confirmedAt: addresses.confirmedAt })
    .from(addresses)
    .where(inArray(addresses.id, recipientIds))
    .for('share');
  return new Set(rows.filter((row) => row.confirmedAt === null).map((row) => row.id));
}
