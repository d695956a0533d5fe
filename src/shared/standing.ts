import type { PlanId } from './plans.ts';
import { GRACE_DAYS } from './product.ts';

/** `read_only`: everything can be read and exported, nothing changes and nothing is sent. */
export const STANDINGS = ['trial', 'active', 'grace', 'read_only'] as const;
export type Standing = (typeof STANDINGS)[number];

/** What decides how a workspace stands: its subscription, or nothing where it has none. */
export type StandingOf = { planId: PlanId; status: string; trialEndsAt: Date | null };

const GRACE_MS = GRACE_DAYS * 86_400_000;

/**
 * How a workspace stands at a moment, and when that ends by itself (for `read_only`, when it began); null where it
 * does not. Without a subscription nothing was ever chosen: read-only.
 */
export function standingAt(
  subscription: StandingOf | null,
  now: Date,
): { standing: Standing; ends: Date | null } {
  if (!subscription) return { standing: 'read_only', ends: null };
  if (subscription.status !== 'Trial' || !subscription.trialEndsAt) return { standing: 'active', ends: null };
  const trialEnds = subscription.trialEndsAt;
  const graceEnds = new Date(trialEnds.getTime() + GRACE_MS);
  if (now < trialEnds) return { standing: 'trial', ends: trialEnds };
  if (now < graceEnds) return { standing: 'grace', ends: graceEnds };
  return { standing: 'read_only', ends: graceEnds };
}
