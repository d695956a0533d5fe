import { eq } from 'drizzle-orm';
import { PLANS, type PlanId } from '#src/shared/plans.ts';
import { STATUS } from '#src/shared/standing.ts';
import type { Tx } from '../database.ts';
import { subscriptions } from '../schema.ts';
import { tellNearLimit } from './contacts/near-limit.ts';

/** A plan that is agreed on with people: for good, or as a trial until a moment. */
type HandPlan = { planId: PlanId; trialEndsAt: Date | null; at: Date };

/** Nobody is paid and nobody pays: what a provider had written before is taken away. */
const UNPAID = {
  monthlyCents: null,
  periodStart: null,
  periodEnd: null,
  cancelAtPeriodEnd: false,
  pastDueSince: null,
  nextPlanId: null,
  nextAddOns: null,
  provider: null,
  providerRef: null,
  providerStartedAt: null,
  providerVersion: null,
} as const;

/**
 * Writes the plan of the workspace in sight.
 * @returns what it was and is now, in words; `paid` while a payment provider stands behind the plan, whose next event
 * would undo it: nothing is changed; `none` where there is no subscription
 */
export async function setPlanByHand(
  tx: Tx,
  { planId, trialEndsAt, at }: HandPlan,
): Promise<{ from: string; to: string } | 'paid' | 'none'> {
  const [row] = await tx.select().from(subscriptions).for('update');
  if (!row) return 'none';
  const over = row.cancelAtPeriodEnd && row.periodEnd !== null && row.periodEnd <= at;
  if (row.provider !== null && row.status !== STATUS.canceled && !over) return 'paid';
  const plan = `${PLANS.find(({ id }) => id === planId)?.name.site ?? planId} Plan`;
  const status = trialEndsAt ? STATUS.trial : STATUS.active;
  await tx
    .update(subscriptions)
    .set({ ...UNPAID, addOns: [], planId, plan, status, trialEndsAt, setByHandAt: at, updatedAt: at })
    .where(eq(subscriptions.id, row.id));
  await tellNearLimit(tx, row.workspaceId, at);
  return { from: `${row.plan}, ${row.status}`, to: `${plan}, ${status}` };
}
