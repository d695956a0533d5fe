import type { InvoiceLine } from '#src/db/schema.ts';
import { planName } from '#src/shared/plan-limit.ts';
import { ADD_ONS, PLANS } from '#src/shared/plans.ts';
import type { Items } from './provider.ts';

/** What is paid for now, and until when. */
export type Paid = Items & { monthlyCents: number; periodStart: Date; periodEnd: Date };

export type Quote = {
  lines: InvoiceLine[];
  monthlyCents: number;
  /** The unused part of the running month, taken off what is due now. */
  creditCents: number;
  dueCents: number;
  /** A smaller plan begins when the paid month ends: nothing is due before, and nothing is lost. */
  starts: 'now' | 'period_end';
  startsAt: Date;
};

export const sameItems = (a: Items, b: Items): boolean =>
  a.planId === b.planId && a.addOns.toSorted().join() === b.addOns.toSorted().join();

/** One line per thing bought; the sum is what a month costs, in US cents. */
export function linesOf({ planId, addOns }: Items): InvoiceLine[] {
  const plan = PLANS.find(({ id }) => id === planId);
  return [
    { text: `${planName(planId)} plan`, cents: plan?.monthlyCents ?? 0 },
    ...ADD_ONS.filter(({ id }) => addOns.includes(id)).map(({ name, monthlyCents }) => ({
      text: `${name} add-on`,
      cents: monthlyCents,
    })),
  ];
}

export const sumOf = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);

/** What a choice costs a workspace that has paid for something, or for nothing. */
export function quote(items: Items, paid: Paid | null, now: Date): Quote {
  const lines = linesOf(items);
  const monthlyCents = sumOf(lines);
  if (!paid || now >= paid.periodEnd)
    return { lines, monthlyCents, creditCents: 0, dueCents: monthlyCents, starts: 'now', startsAt: now };
  if (monthlyCents < paid.monthlyCents) {
    return {
      lines,
      monthlyCents,
      creditCents: 0,
      dueCents: 0,
      starts: 'period_end',
      startsAt: paid.periodEnd,
    };
  }
  const whole = paid.periodEnd.getTime() - paid.periodStart.getTime();
  const left = paid.periodEnd.getTime() - now.getTime();
  // Rounded down to whole cents; a clock that is behind must not credit more than was paid.
  const creditCents = Math.min(paid.monthlyCents, Math.floor((paid.monthlyCents * left) / whole));
  return {
    lines,
    monthlyCents,
    creditCents,
    dueCents: monthlyCents - creditCents,
    starts: 'now',
    startsAt: now,
  };
}
