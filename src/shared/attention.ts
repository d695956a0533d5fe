import * as z from 'zod/mini';
import { timeZoneSchema } from './places.ts';

export const BUDGET_MAX = 1_000;
/** An alert that comes within so many seconds of the one before waits so long at most: the most important go first. */
export const GATHER_SECONDS = 60;

const MOST = `Enter a whole number from 1 to ${BUDGET_MAX.toLocaleString('en-US')}.`;
const most = z.nullable(z.int(MOST).check(z.gte(1, MOST), z.lte(BUDGET_MAX, MOST)));

/** How many alerts an audience gets at most: an hour of the clock, and a day in a time zone. Null is no limit. */
export const budgetSchema = z.object({ perHour: most, perDay: most, timeZone: timeZoneSchema }).check(
  z.refine(({ perHour, perDay }) => perHour !== null || perDay !== null, {
    error: 'Enter a limit for an hour or a day.',
    path: ['perHour'],
  }),
);
export type Budget = z.infer<typeof budgetSchema>;

export const GROUP_MINUTES_MAX = 1_440;
const MINUTES = `Enter a whole number of minutes, from 1 to ${GROUP_MINUTES_MAX.toLocaleString('en-US')}.`;

/** Within so many minutes, alerts of several rules about one symbol that moved the same way reach an audience as one. */
export const groupMinutesSchema = z.nullable(
  z.int(MINUTES).check(z.gte(1, MINUTES), z.lte(GROUP_MINUTES_MAX, MINUTES)),
);
