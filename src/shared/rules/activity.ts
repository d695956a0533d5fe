import * as z from 'zod/mini';

/** The days that a rule's activity counts, today among them. */
export const ACTIVITY_DAYS = 30;

/** When a rule last triggered, and how often lately. */
export const ruleActivitySchema = z.object({
  lastEventAt: z.nullable(z.iso.datetime()),
  events: z.int(),
  /** By days in UTC, the last one today. */
  daily: z.array(z.int()).check(z.length(ACTIVITY_DAYS)),
});
export type RuleActivity = z.infer<typeof ruleActivitySchema>;
