import * as z from 'zod/mini';
import { UNITS } from './spans.ts';

const REPEATS_MAX = 6;
const YEAR = 525_600;
export const SAY_REPEATS = `Enter up to ${REPEATS_MAX} intervals, the shortest first, such as 1h, 4h, 1d.`;

/** Intervals in minutes, the shortest first. */
export const repeatMinutesSchema = z
  .array(
    z.int(SAY_REPEATS).check(z.gte(1, SAY_REPEATS), z.lte(YEAR, 'An interval is a year at most.')),
    SAY_REPEATS,
  )
  .check(
    z.minLength(1, SAY_REPEATS),
    z.maxLength(REPEATS_MAX, SAY_REPEATS),
    z.refine((all) => all.every((minutes, at) => minutes > (all[at - 1] ?? 0)), SAY_REPEATS),
  );

const SIZES = { d: UNITS.day, h: UNITS.hour, m: UNITS.minute } as const;
const PART = /^(\d{1,6})\s*([dhm])$/i;

/** `1h, 4h, 1d` as minutes; null where it can't be read. */
export function repeatsIn(text: string): number[] | null {
  const all = text.split(',').map((part) => {
    const [, count, unit] = PART.exec(part.trim()) ?? [];
    return count === undefined || unit === undefined
      ? Number.NaN
      : Number(count) * SIZES[unit.toLowerCase() as keyof typeof SIZES];
  });
  return repeatMinutesSchema.safeParse(all).success ? all : null;
}

/** `1h, 4h, 1d` */
export const repeatsText = (minutes: readonly number[]): string => minutes.map(sized).join(', ');

function sized(minutes: number): string {
  if (minutes % SIZES.d === 0) return `${minutes / SIZES.d}d`;
  return minutes % SIZES.h === 0 ? `${minutes / SIZES.h}h` : `${minutes}m`;
}

/** What the intervals mean to a reader of the form. */
export const REPEATS_HINT =
  'With 1h, 4h, 1d, repeats about one symbol go out at these intervals and are held in between. They start over after a quiet time as long as the last. Leave empty to send each.';
