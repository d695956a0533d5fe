import * as z from 'zod/mini';
import { repeatMinutesSchema } from './repeats.ts';

const clockSchema = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));

/** Whether the runtime knows the IANA zone. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * How often a rule may speak. All is about the time of the market's bars, not the clock on the wall, so a replay says
 * what would have been said.
 */
export const settingsSchema = z.strictObject({
  /**
   * once: the first time only. every_time: whenever it becomes true after not having been. once_per_bar: on every bar,
   * as soon as it is true, also before the bar is closed. once_per_bar_close: on every bar that closes with it true.
   * { minutes }: while it is true, at most once in so many minutes, also before the bar is closed. A bar of a live
   * feed is looked at whenever a minute in it has closed, by rules on their own symbol and timeframe alone.
   */
  frequency: z.union([
    z.enum(['once', 'every_time', 'once_per_bar', 'once_per_bar_close']),
    z.strictObject({ minutes: z.number().check(z.gt(0), z.lte(525_600)) }),
  ]),
  /** After it spoke, it keeps still for so many minutes. */
  cooldown_minutes: z.optional(z.number().check(z.gt(0), z.lte(525_600))),
  /** No more than so many of one symbol on one day, in the time zone of `hours`, else in UTC. */
  most_per_day: z.optional(z.int().check(z.gte(1), z.lte(1000))),
  /** Hysteresis: a rule that has to be true before this one may speak again, such as rsi(14) < 60 for rsi(14) > 70. */
  rearm: z.optional(z.string().check(z.maxLength(4000))),
  /**
   * Repeats about one symbol go out at these intervals: the first at once, the next after the first interval, and so on; the
   * last one from then on. What comes in between is held. After a quiet time as long as the last, it begins anew.
   */
  repeat_minutes: z.optional(repeatMinutesSchema),
  /** Nothing holds its alerts for the sake of their number, and in a budget it comes first. */
  critical: z.optional(z.boolean()),
  /** Milliseconds since the epoch from which on it is silent. */
  expires: z.optional(z.int()),
  /**
   * Only on bars of which a part lies within these hours on these days (0 is Sunday) in the zone, so a daily bar is held
   * to the days alone and a weekly one to nothing; to may be before from: over midnight, and equal to it: all day.
   */
  hours: z.optional(
    z.strictObject({
      time_zone: z.string().check(z.refine(isTimeZone, { error: 'There is no such time zone.' })),
      days: z.array(z.int().check(z.gte(0), z.lte(6))).check(z.minLength(1), z.maxLength(7)),
      from: clockSchema,
      to: clockSchema,
    }),
  ),
});
export type RuleSettings = z.infer<typeof settingsSchema>;
export type MarketHours = NonNullable<RuleSettings['hours']>;

/** What of them holds for rules that are not about bars as well: by the clock on the wall, and of the whole rule. */
export const limitsSchema = z.pick(settingsSchema, {
  most_per_day: true,
  expires: true,
  hours: true,
  critical: true,
  repeat_minutes: true,
});
export type RuleLimits = z.infer<typeof limitsSchema>;
