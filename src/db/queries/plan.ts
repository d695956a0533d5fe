import { ENTITLEMENTS, type Entitlements } from '#src/shared/entitlements.ts';
import type { AddOnId, PlanId } from '#src/shared/plans.ts';
import { type Stands, standingAt } from '#src/shared/standing.ts';
import type { Tx } from '../database.ts';
import { subscriptions } from '../schema.ts';

export type WorkspacePlan = Stands & {
  planId: PlanId;
  /** Channels that are paid beside the plan. */
  addOns: readonly AddOnId[];
  entitlements: Entitlements;
};

/** The plan of the workspace in sight, and how it stands at a moment. The limits of a trial are those of its plan. */
export async function workspacePlan(tx: Tx, now: Date): Promise<WorkspacePlan> {
  const [subscription] = await tx.select().from(subscriptions).limit(1);
  const planId = subscription?.planId ?? 'starter';
  return {
    planId,
    addOns: subscription?.addOns ?? [],
    entitlements: ENTITLEMENTS[planId],
    ...standingAt(subscription ?? null, now),
  };
}
