import { and, eq, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { sendingStopsFor } from '#src/db/queries/sending-stops.ts';
import { brands, alerts, deliveries, recipients, users, variants } from '#src/db/schema.ts';
import { CHANNEL_KINDS, type ChannelKind } from '#src/shared/alerts.ts';

/** Longer than the longest send can take (src/mail/transport.ts), so that a slow one is not called dead. */
export const CLAIM_MS = 180_000;

export type ClaimedDelivery = {
  id: string;
  channel: ChannelKind;
  address: string;
  attempt: number;
  brandName: string;
  subject: string;
  text: string;
  html: string;
};

/**
 * Claims an alert's open deliveries before anything goes out: from here on a crash leaves them `sending`, and they
 * become `unknown`, never a second send. Passed over are those whose recipient has not confirmed the address (they are
 * held instead) or has left the workspace since (they end). What whoever runs the installation has stopped is not
 * touched: it waits, and says so.
 */
export async function claimDeliveries(
  tx: Tx,
  claim: { workspaceId: string; alertId: string; instanceId: string; atMost: number; now: Date },
): Promise<{ claimed: ClaimedDelivery[]; passed: number }> {
  const stopped = await stoppedChannels(tx, claim);
  if (stopped === 'every') return { claimed: [], passed: 0 };
  const open = await tx
    .select({ id: deliveries.id, recipientId: deliveries.recipientId })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.alertId, claim.alertId),
        stopped.length > 0 ? notInArray(deliveries.channel, stopped) : undefined,
        or(
          eq(deliveries.state, 'pending'),
          and(eq(deliveries.state, 'retry'), lte(deliveries.nextAttemptAt, claim.now)),
        ),
      ),
    )
    .limit(claim.atMost)
    .for('update', { skipLocked: true });
  if (open.length === 0) return { claimed: [], passed: 0 };

  const still = await endForGone(tx, open, claim.now);
  const unconfirmed = await unconfirmedRecipients(
    tx,
    still.map((row) => row.recipientId),
  );
  const held = still.filter((row) => unconfirmed.has(row.recipientId)).map((row) => row.id);
  const ready = still.filter((row) => !unconfirmed.has(row.recipientId)).map((row) => row.id);
  if (held.length > 0) {
    await tx
      .update(deliveries)
      .set({
        state: 'held',
        reason: 'The address is not confirmed yet.',
        nextAttemptAt: null,
        updatedAt: claim.now,
      })
      .where(inArray(deliveries.id, held));
  }
  const passed = held.length + open.length - still.length;
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
      channel: deliveries.channel,
      address: recipients.address,
      attempt: deliveries.attempts,
      brandName: brands.name,
      subject: variants.subject,
      text: variants.bodyText,
      html: variants.bodyHtml,
    })
    .from(deliveries)
    .innerJoin(
      recipients,
      and(eq(recipients.workspaceId, deliveries.workspaceId), eq(recipients.id, deliveries.recipientId)),
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

/** The channels over which nothing may go out now. What waits for them has the reason with it, for its alert's page. */
async function stoppedChannels(
  tx: Tx,
  claim: { workspaceId: string; alertId: string; now: Date },
): Promise<'every' | ChannelKind[]> {
  const stops = await sendingStopsFor(tx, claim.workspaceId);
  const channels = CHANNEL_KINDS.filter((kind) => stops.some((stop) => stop.target === kind));
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

/** A recipient may have left between the opening of his delivery and this moment. @returns the others' */
async function endForGone(tx: Tx, open: readonly Open[], now: Date): Promise<Open[]> {
  const rows = await tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(
      and(
        inArray(
          recipients.id,
          open.map((row) => row.recipientId),
        ),
        eq(recipients.receives, 'nothing'),
      ),
    );
  const gone = new Set(rows.map(({ id }) => id));
  const ended = open.filter((row) => gone.has(row.recipientId)).map(({ id }) => id);
  if (ended.length > 0) {
    await tx
      .update(deliveries)
      .set({
        state: 'rejected',
        reason: 'The recipient has left the workspace.',
        nextAttemptAt: null,
        updatedAt: now,
      })
      .where(inArray(deliveries.id, ended));
  }
  return open.filter((row) => !gone.has(row.recipientId));
}

/**
 * Locks the people's rows: whoever confirms at this moment waits, and then finds what was held here. Without the
 * lock a delivery could be held just after its release had looked.
 */
async function unconfirmedRecipients(tx: Tx, recipientIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: recipients.id, confirmedAt: users.emailConfirmedAt })
    .from(recipients)
    .innerJoin(users, eq(users.id, recipients.userId))
    .where(inArray(recipients.id, recipientIds))
    .for('share', { of: users });
  return new Set(rows.filter((row) => row.confirmedAt === null).map((row) => row.id));
}
