import { ENTITLEMENTS, type Entitlements } from './entitlements.ts';
import { AppError } from './errors.ts';
import { type PlanId, PLANS } from './plans.ts';

export type LimitName = keyof Entitlements;
type Allowed = Entitlements[LimitName];

/** What a refusal says beside its sentence; `used` only where something is counted. */
type PlanLimitDetails = {
  limit: LimitName;
  plan: PlanId;
  used: number | null;
  /** A number, a kind, or false; null would be no limit. */
  allowed: Allowed;
  /** The smallest plan that allows more, or null where none does. */
  lifted_by: PlanId | null;
};

/** The smallest plan that allows more of something than this one. */
export function liftedBy(plan: PlanId, limit: LimitName): PlanId | null {
  const larger = PLANS.slice(PLANS.findIndex(({ id }) => id === plan) + 1);
  const here = ENTITLEMENTS[plan][limit];
  return larger.find(({ id }) => isMore(ENTITLEMENTS[id][limit], here))?.id ?? null;
}

/** The refusal for want of a plan. `sentence` says what was not done; the way up is added. */
export function planLimit(
  plan: PlanId,
  limit: LimitName,
  sentence: string,
  used: number | null = null,
): AppError {
  const up = liftedBy(plan, limit);
  const details: PlanLimitDetails = {
    limit,
    plan,
    used,
    allowed: ENTITLEMENTS[plan][limit],
    lifted_by: up,
  };
  const way = up ? ` The ${planName(up)} plan includes more.` : '';
  return new AppError('plan_limit', `${sentence}${way}`, { details });
}

/** As the account area names it. */
export const planName = (id: PlanId): string => PLANS.find((plan) => plan.id === id)?.name.dashboard ?? id;

function isMore(there: Allowed, here: Allowed): boolean {
  if (here === null || there === here) return false;
  if (there === null) return true;
  if (typeof there === 'number' && typeof here === 'number') return there > here;
  return there === true || there === 'advanced';
}
