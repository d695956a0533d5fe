import { ENTITLEMENTS, type Entitlements } from '#src/shared/entitlements.ts';
import type { PlanId } from '#src/shared/plans.ts';
import { type Standing, standingAt } from '#src/shared/standing.ts';
import type { Tx } from '../database.ts';
import { subscriptions } from '../schema.ts';

export type WorkspacePlan = {
  planId: PlanId;
  standing: Standing;
  entitlements: Entitlements;
  /** When this standing ends by itself; for `read_only`, when it began. Null where it does not. */
  ends: Date | null;
};

/** The plan of the workspace in sight, and how it stands at a moment. The limits of a trial are those of its plan. */
export async function workspacePlan(tx: Tx, now: Date): Promise<WorkspacePlan> {
  const [subscription] = await tx.select().from(subscriptions).limit(1);
  const planId = subscription?.planId ?? 'starter';
  return { planId, entitlements: ENTITLEMENTS[planId], ...standingAt(subscription ?? null, now) };
}
