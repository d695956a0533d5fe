import * as z from 'zod/mini';

/**
 * How a new sending domain begins: 300 messages on the first day and a fifth more each day, as OneSignal publishes it for
 * domains (https://documentation.onesignal.com/docs/en/email-warm-up, read on 2026-11-27). On day 30 that is 59,000.
 */
export const WARM_UP = { first: 300, growth: 1.2, days: 30 } as const;

/**
 * From which share on a provider reviews or stops a sender: Amazon SES, “Reputation metrics”: bounces of 5 % and 10 %,
 * complaints of 0.1 % and 0.5 % (https://docs.aws.amazon.com/ses/latest/dg/faqs-enforcement.html).
 */
export const WARM_UP_RATES = {
  bounced: { review: 0.05, stop: 0.1 },
  complained: { review: 0.001, stop: 0.005 },
} as const;

/** Of fewer messages a share says little; and a single complaint isn't many. */
const JUDGED_FROM = 100;
const COMPLAINTS_FROM = 2;
/** Rates are of the last days, as many as this. */
export const RATE_DAYS = 7;
/** A growth of a fifth, four times, is a factor of two. */
const BACK_STEPS = 4;

/** What a domain may send on a step. */
export const warmUpMost = (step: number): number => Math.floor(WARM_UP.first * WARM_UP.growth ** (step - 1));

export type WarmUpDay = { step: number; most: number; taken: number };
export type Came = { sent: number; bounced: number; complained: number };
export const SLOWED = ['kept', 'back'] as const;
export type Slowed = (typeof SLOWED)[number];

/** What came back of the last days, and of those since the domain last went back. */
export type CameBack = { days: Came; sinceBack: Came };

/**
 * How a domain is slowed by what came back of the last days. It goes back once for the same messages: what was sent before
 * it last did keeps its number, and doesn't halve it again.
 */
export function slowedBy({ days, sinceBack }: CameBack): Slowed | null {
  if (isOver(sinceBack, 'stop')) return 'back';
  return isOver(days, 'review') ? 'kept' : null;
}

function isOver({ sent, bounced, complained }: Came, level: 'review' | 'stop'): boolean {
  if (sent < JUDGED_FROM) return false;
  const counted = { bounced, complained: complained < COMPLAINTS_FROM ? 0 : complained };
  return (['bounced', 'complained'] as const).some(
    (kind) => counted[kind] / sent >= WARM_UP_RATES[kind][level],
  );
}

/**
 * The step of the day after `last`, the last day on which anything was sent. A day counts if at least half of its number
 * went out: mailbox providers know a domain by what it sends. @returns null once the last step is over
 */
export function nextStep(
  last: WarmUpDay | null,
  came: CameBack,
): { step: number; slowed: Slowed | null } | null {
  if (!last) return { step: 1, slowed: null };
  const slowed = slowedBy(came);
  if (slowed === 'back') return { step: Math.max(1, last.step - BACK_STEPS), slowed };
  if (slowed === 'kept' || last.taken * 2 < last.most) return { step: last.step, slowed };
  return last.step >= WARM_UP.days ? null : { step: last.step + 1, slowed };
}

/** A sending domain that is new: what it may send today. */
export const warmUpSchema = z.object({
  /** Of `days`. */
  day: z.int(),
  days: z.int(),
  /** Messages today, which ends at midnight UTC. */
  most: z.int(),
  sent: z.int(),
  resumesAt: z.iso.datetime(),
  /** `kept`: the number didn't grow, `back`: it was halved, as bounces or complaints were too many. */
  slowed: z.nullable(z.enum(SLOWED)),
});
export type WarmUp = z.infer<typeof warmUpSchema>;

/** How the warm-up of a domain ended: `by` and `reason` where an owner ended it early. */
export const warmUpEndSchema = z.object({
  at: z.iso.datetime(),
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});

export const endWarmUpSchema = z.strictObject({
  reason: z
    .string('Say why in a sentence.')
    .check(
      z.trim(),
      z.minLength(3, 'Say why in a sentence.'),
      z.maxLength(300, 'Use at most 300 characters.'),
    ),
});
export type EndWarmUpForm = z.infer<typeof endWarmUpSchema>;
