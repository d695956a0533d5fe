import type { PlanId } from './plans.ts';
import { GRACE_DAYS } from './product.ts';

/** `read_only`: everything can be read and exported, nothing changes and nothing is sent. */
export const STANDINGS = ['trial', 'active', 'grace', 'read_only'] as const;
export type Standing = (typeof STANDINGS)[number];

/** The words of a subscription's status, as /rest/v1 and the account area show them. */
export const STATUS = {
  trial: 'Trial',
  active: 'Active',
  // Canceled by its owner, and paid until a day that has not come.
  ending: 'Ending',
  failed: 'Payment failed',
  canceled: 'Canceled',
} as const;

/** What decides how a workspace stands: its subscription, or nothing where it has none. */
type StandingOf = {
  planId: PlanId;
  status: string;
  trialEndsAt: Date | null;
  /** The end of the month that is paid; null where nothing has to be. */
  periodEnd?: Date | null;
  cancelAtPeriodEnd?: boolean;
  pastDueSince?: Date | null;
};

export type Stands = {
  standing: Standing;
  /** When this standing ends by itself; for `read_only`, when it began. Null where it does not. */
  ends: Date | null;
};

const DAY_MS = 86_400_000;
/** News of a renewal may be so late before anybody is told that something is wrong. */
const LATE_MS = DAY_MS;

const graceAfter = (from: Date): Date => new Date(from.getTime() + GRACE_DAYS * DAY_MS);
const graceOrNot = (ends: Date, now: Date): Stands => ({
  standing: now < ends ? 'grace' : 'read_only',
  ends,
});

/** How a workspace stands at a moment. Without a subscription nothing was ever chosen: read-only. */
export function standingAt(subscription: StandingOf | null, now: Date): Stands {
  if (!subscription) return { standing: 'read_only', ends: null };
  const { status, trialEndsAt, periodEnd = null, cancelAtPeriodEnd = false, pastDueSince } = subscription;
  if (status === STATUS.trial && trialEndsAt) {
    return now < trialEndsAt
      ? { standing: 'trial', ends: trialEndsAt }
      : graceOrNot(graceAfter(trialEndsAt), now);
  }
  if (status === STATUS.canceled) return { standing: 'read_only', ends: periodEnd };
  if (status === STATUS.failed && pastDueSince) return graceOrNot(graceAfter(pastDueSince), now);
  if (!periodEnd) return { standing: 'active', ends: null };
  if (cancelAtPeriodEnd) return { standing: now < periodEnd ? 'active' : 'read_only', ends: periodEnd };
  // The next payment should have been heard of by now: as one that failed, from the end of what is paid.
  if (now.getTime() >= periodEnd.getTime() + LATE_MS) return graceOrNot(graceAfter(periodEnd), now);
  return { standing: 'active', ends: null };
}
