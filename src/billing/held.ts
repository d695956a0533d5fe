import { setTimeout } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { subscriptions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import { PAYABLE_PLAN_IDS, type PayablePlanId } from '#src/shared/plans.ts';
import { STATUS } from '#src/shared/standing.ts';
import type { Paid } from './price.ts';
import type { Snapshot } from './provider.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

const isPayable = (id: string): id is PayablePlanId => PAYABLE_PLAN_IDS.some((payable) => payable === id);

/** The row as the snapshot it was written from; null where no provider stands behind it. */
export function snapshotOf(row: SubscriptionRow): Snapshot | null {
  const { providerRef, providerStartedAt, providerVersion, periodStart, periodEnd, monthlyCents } = row;
  if (!providerRef || !providerStartedAt || providerVersion === null) return null;
  if (!periodStart || !periodEnd || monthlyCents === null || !isPayable(row.planId)) return null;
  return {
    ref: providerRef,
    startedAt: providerStartedAt,
    version: providerVersion,
    planId: row.planId,
    addOns: row.addOns,
    status:
      row.status === STATUS.canceled ? 'canceled' : row.status === STATUS.failed ? 'past_due' : 'active',
    monthlyCents,
    periodStart,
    periodEnd,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    pastDueSince: row.pastDueSince,
    next: row.nextPlanId ? { planId: row.nextPlanId, addOns: row.nextAddOns ?? [] } : null,
  };
}

/** What the workspace has paid for, where that still runs. */
export function paidOf(row: SubscriptionRow | undefined, now: Date): Paid | null {
  const snapshot = row && snapshotOf(row);
  return snapshot?.status === 'active' && now < snapshot.periodEnd ? snapshot : null;
}

export async function subscriptionOf(tx: Tx): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.select().from(subscriptions).limit(1);
  return row;
}

/** Longer than any call to a provider may take. */
const LEASE_SECONDS = 60;
const PATIENCE_MS = 2_000;
const PAUSE_MS = 100;

/**
 * Runs `work` on the subscription while nobody else asks its provider for anything: two wishes, or a wish and a
 * renewal, would otherwise start from the same state, and one would undo the other. What keeps the others away is a
 * lease in the row, not a transaction: no connection waits for a provider, whose events need some themselves.
 * @throws AppError plan_change_running where somebody else has it for longer than one waits
 */
export async function holding<T>(
  app: Database,
  workspaceId: string,
  work: (row: SubscriptionRow | undefined) => Promise<T>,
): Promise<T> {
  const lease = newId();
  const row = await takeLease(app, workspaceId, lease);
  try {
    return await work(row);
  } finally {
    await withTenant(app, workspaceId, (tx) =>
      tx
        .update(subscriptions)
        .set({ askingBy: null, askingUntil: null })
        .where(and(eq(subscriptions.workspaceId, workspaceId), eq(subscriptions.askingBy, lease))),
    );
  }
}

async function takeLease(
  app: Database,
  workspaceId: string,
  lease: string,
): Promise<SubscriptionRow | undefined> {
  const mine = eq(subscriptions.workspaceId, workspaceId);
  for (let waited = 0; ; waited += PAUSE_MS) {
    // The database's clock: the one that all processes share.
    const found = await withTenant(app, workspaceId, async (tx) => {
      const [row] = await tx
        .update(subscriptions)
        .set({
          askingBy: lease,
          askingUntil: sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`,
        })
        .where(
          and(
            mine,
            // Further ahead than a lease lasts, it was taken while the database's clock was ahead.
            sql`(${subscriptions.askingUntil} is null or ${subscriptions.askingUntil} < clock_timestamp()
              or ${subscriptions.askingUntil} > clock_timestamp() + make_interval(secs => ${2 * LEASE_SECONDS}))`,
          ),
        )
        .returning();
      return { row, isThere: row !== undefined || (await subscriptionOf(tx)) !== undefined };
    });
    if (found.row || !found.isThere) return found.row;
    if (waited >= PATIENCE_MS) throw new AppError('plan_change_running');
    await setTimeout(PAUSE_MS);
  }
}
