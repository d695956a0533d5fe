import { eq } from 'drizzle-orm';
import { PLANS, type PlanId } from '#src/shared/plans.ts';
import type { Tx } from '../database.ts';
import { subscriptions } from '../schema.ts';

/** A plan that is agreed on with people: for good, or as a trial until a moment. */
export type HandPlan = { planId: PlanId; trialEndsAt: Date | null; at: Date };

/**
 * Writes the plan of the workspace in sight.
 * @returns what it was and is now, in words; `paid` where a payment provider stands behind the plan: nothing was changed
 */
export async function setPlanByHand(
  tx: Tx,
  { planId, trialEndsAt, at }: HandPlan,
): Promise<{ from: string; to: string } | 'paid' | 'none'> {
  const [row] = await tx.select().from(subscriptions).for('update');
  if (!row) return 'none';
  const name = PLANS.find(({ id }) => id === planId)?.name.site ?? planId;
  const plan = `${name} Plan`;
  const status = trialEndsAt ? 'Trial' : 'Active';
  await tx
    .update(subscriptions)
    .set({ planId, plan, status, trialEndsAt, updatedAt: at })
    .where(eq(subscriptions.id, row.id));
  return { from: `${row.plan}, ${row.status}`, to: `${plan}, ${status}` };
}
