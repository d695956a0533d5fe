import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { subscriptions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
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

/**
 * Runs `work` on the subscription while nobody else asks its provider for anything: two wishes, or a wish and a
 * renewal, would otherwise start from the same state, and one would undo the other. The events that `work` brings
 * about are applied in transactions of their own.
 */
export async function holding<T>(
  app: Database,
  workspaceId: string,
  work: (row: SubscriptionRow | undefined) => Promise<T>,
): Promise<T> {
  return withTenant(app, workspaceId, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payments ${workspaceId}`}, 0))`);
    return work(await subscriptionOf(tx));
  });
}
