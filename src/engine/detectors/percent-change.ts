import { absolute, compare, multiply, parseDecimal, subtract } from '#src/shared/decimal.ts';

/** A figure as the detectors hold it: the float, and the text it was read from. */
export type Figure = { number: number; text: string };

/**
 * How near to the threshold (in percentage points, relative to the size of the change) a float is not trusted.
 * The float error of a change is some 1e-14 of it; everything within this margin is decided by exact decimals.
 */
const MARGIN = 1e-9;

/** Exactly: is |now / before − 1| at least `percent` / 100? Null where a text is not a decimal. */
const reachesExactly = (now: string, before: string, percent: number): boolean | null => {
  const [nowExact, beforeExact, percentExact] = [
    parseDecimal(now),
    parseDecimal(before),
    parseDecimal(String(percent)),
  ];
  if (!nowExact || !beforeExact || !percentExact) return null;
  const change = multiply(absolute(subtract(nowExact, beforeExact)), { digits: 100n, scale: 0 });
  return compare(change, multiply(percentExact, beforeExact)) >= 0;
};

/**
 * The change from `before` to `now` in percent (5 means 5 %, −50 a halving), if its size is at least
 * `minPercent`; else null. Both figures must be positive.
 *
 * The boundary belongs to the condition: 100 → 105, 20 → 21 and 1.1 → 1.155 all reach 5 %. Floats get the
 * last one wrong ((1.155 / 1.1 − 1) × 100 is 4.99999999999998), so next to the threshold the source's text
 * decides, in exact decimals; 104.9999999999999 still does not reach it. A change that reaches the threshold
 * is never answered as less than it. A change beyond float range answers null.
 */
export const percentChange = (now: Figure, before: Figure, minPercent: number): number | null => {
  const percent = (now.number / before.number - 1) * 100;
  if (!Number.isFinite(percent)) return null;
  const size = Math.abs(percent);
  if (Math.abs(size - minPercent) > MARGIN * Math.max(1, size)) return size > minPercent ? percent : null;
  const reached = reachesExactly(now.text, before.text, minPercent) ?? size >= minPercent;
  if (!reached) return null;
  return size >= minPercent ? percent : Math.sign(percent) * minPercent;
};
