import * as z from 'zod/mini';
import type { AlertFilter } from './alert-list.ts';
import { channelKindSchema } from './alerts.ts';

/** The figures of a period: /api/v1/analytics and the screens share this. Everything counts alerts. */
export const ANALYTICS_DAYS_MAX = 366;
const ANALYTICS_DAYS = 30;
const DAY_MS = 86_400_000;

/** What the figures can be narrowed to; the rest of the list's filters is told by the figures themselves. */
export const ANALYTICS_FILTERS = ['symbol', 'detector', 'rule', 'brand', 'channel', 'trial'] as const;

/** What only advanced analytics narrows to. What basic analytics lacks beside it, `analyticsSchema` says. */
export const ADVANCED_FILTERS = ['symbol', 'detector', 'rule', 'brand'] as const;

/** Days in UTC, both included. */
export type Days = { from: string; to: string };
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** How many days a period has; less than one where it ends before it begins. */
export const lengthOf = ({ from, to }: Days): number => (startOf(to) - startOf(from)) / DAY_MS + 1;

/** What was asked for, with thirty days up to today (`now` in ms since the epoch) for what was not. */
function wholePeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: number,
): Days {
  const end = to ?? dayOf(now);
  return { from: from ?? dayOf(startOf(end) - (ANALYTICS_DAYS - 1) * DAY_MS), to: end };
}

/** The same number of days that ends the day before. */
export function periodBefore(days: Days): Days {
  const start = startOf(days.from);
  return { from: dayOf(start - lengthOf(days) * DAY_MS), to: dayOf(start - DAY_MS) };
}

/** Every day of a period, in order. */
export const daysOf = (days: Days): string[] =>
  Array.from({ length: lengthOf(days) }, (_, at) => dayOf(startOf(days.from) + at * DAY_MS));

/** The filter of the figures: without trial runs, unless they are asked for. */
export function analyticsFilter(given: AlertFilter, now: number): AlertFilter & Days {
  const kept = Object.fromEntries(
    ANALYTICS_FILTERS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
  return { trial: 'no', ...kept, ...wholePeriod(given, now) };
}

const countsSchema = z.object({ alerts: z.int(), sent: z.int(), failed: z.int() });
export type Counts = z.infer<typeof countsSchema>;
const timesSchema = z.object({ medianMs: z.nullable(z.number()), p95Ms: z.nullable(z.number()) });
export type Times = z.infer<typeof timesSchema>;

const periodFiguresSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  ...countsSchema.shape,
  ...timesSchema.shape,
});
export type PeriodFigures = z.infer<typeof periodFiguresSchema>;

/** With basic analytics, `hours`, `brands`, `rules` and `symbols` are empty. */
export const analyticsSchema = z.object({
  tier: z.enum(['basic', 'advanced']),
  trial: z.enum(['yes', 'no']),
  period: periodFiguresSchema,
  before: periodFiguresSchema,
  days: z.array(z.object({ day: z.iso.date(), ...countsSchema.shape })),
  hours: z.array(z.object({ hour: z.int(), ...countsSchema.shape })),
  channels: z.array(
    z.object({ channel: channelKindSchema, sent: z.int(), failed: z.int(), ...timesSchema.shape }),
  ),
  brands: z.array(z.object({ id: z.uuid(), name: z.string(), ...countsSchema.shape })),
  rules: z.array(z.object({ id: z.uuid(), name: z.string(), ...countsSchema.shape })),
  symbols: z.array(z.object({ symbol: z.string(), name: z.string(), ...countsSchema.shape })),
});
export type Analytics = z.infer<typeof analyticsSchema>;
