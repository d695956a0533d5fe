import { ENTITLEMENTS, type Entitlements } from '#src/shared/entitlements.ts';
import type { AddOnId, PlanId } from '#src/shared/plans.ts';
import { type Stands, standingAt } from '#src/shared/standing.ts';
import type { Runs } from '../database.ts';
import { subscriptions } from '../schema.ts';

export type WorkspacePlan = Stands & {
  planId: PlanId;
  /** Channels that are paid beside the plan. */
  addOns: readonly AddOnId[];
  entitlements: Entitlements;
};

type Subscribed = typeof subscriptions.$inferSelect;

/** The plan of the workspace in sight, and how it stands at a moment. The limits of a trial are those of its plan. */
export async function workspacePlan(tx: Runs, now: Date): Promise<WorkspacePlan> {
  const [subscription] = await tx.select().from(subscriptions).limit(1);
  return planOf(subscription ?? null, now);
}

type Decides = Pick<
  Subscribed,
  'planId' | 'addOns' | 'status' | 'trialEndsAt' | 'periodEnd' | 'cancelAtPeriodEnd' | 'pastDueSince'
>;
const planOf = (subscription: Decides | null, now: Date): WorkspacePlan => {
  const planId = subscription?.planId ?? 'starter';
  return {
    planId,
    addOns: subscription?.addOns ?? [],
    entitlements: ENTITLEMENTS[planId],
    ...standingAt(subscription, now),
  };
};

/** Asks for the subscription of the workspace in sight among other questions; `planOfAnswer` reads what comes back. */
export const PLAN_QUESTION = `(select json_build_object('planId', plan_id, 'addOns', add_ons, 'status', status,
  'trialEndsAt', trial_ends_at, 'periodEnd', period_end, 'cancelAtPeriodEnd', cancel_at_period_end,
  'pastDueSince', past_due_since) from subscriptions limit 1)`;
type Moments = 'trialEndsAt' | 'periodEnd' | 'pastDueSince';
export type PlanAnswer = (Omit<Decides, Moments> & Record<Moments, string | null>) | null;

export function planOfAnswer(answer: PlanAnswer, now: Date): WorkspacePlan {
  if (!answer) return planOf(null, now);
  const moment = (text: string | null): Date | null => (text === null ? null : new Date(text));
  return planOf(
    {
      ...answer,
      trialEndsAt: moment(answer.trialEndsAt),
      periodEnd: moment(answer.periodEnd),
      pastDueSince: moment(answer.pastDueSince),
    },
    now,
  );
}
