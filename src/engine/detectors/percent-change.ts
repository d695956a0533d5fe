import { absolute, compare, multiply, parseDecimal, subtract } from '#src/shared/decimal.ts';

/** A figure as the detectors hold it: the float, and the text it was read from. */
export type Figure = { number: number; text: string };

/**
 * How near to the threshold (in percentage points, relative to the size of the change) a float is not trusted.
 * The float error of a change is some 1e-14 of it; everything within this margin is decided by exact decimals.
 */
const MARGIN = 1e-9;

/** Exactly: is |now / before − 1| below (−1), at (0) or above (1) `percent` / 100? Null where a text is not a decimal. */
const compareExactly = (now: string, before: string, percent: number): number | null => {
  const nowExact = parseDecimal(now);
  const beforeExact = parseDecimal(before);
  const percentExact = parseDecimal(String(percent));
  if (!nowExact || !beforeExact || !percentExact) return null;
  const change = multiply(absolute(subtract(nowExact, beforeExact)), { digits: 100n, scale: 0 });
  return compare(change, multiply(percentExact, beforeExact));
};

/**
 * The change from `before` to `now` in percent (5 means 5 %, −50 a halving), if its size is at least
 * `minPercent`; else null. Both figures must be positive.
 *
 * The boundary belongs to the condition: 100 → 105, 20 → 21 and 1.1 → 1.155 all reach 5 %. Floats get the
 * last one wrong (4.999999999999994), so next to the threshold the source's text decides, in exact decimals:
 * at the threshold the answer is the threshold itself, and 104.9999999999999 does not reach it. What reaches
 * it is never answered as less. A change beyond the range of floats answers null.
 */
export const percentChange = (now: Figure, before: Figure, minPercent: number): number | null => {
  const raw = ((now.number - before.number) / before.number) * 100;
  // Most bars are far from it, and rounding costs more than all the rest.
  if (Math.abs(raw) < minPercent - 2 * MARGIN * Math.max(1, minPercent)) return null;
  // Twelve digits are more than any source has; the rest is the float's own noise (100 → 107 is 7, not 7.000000000000001).
  const percent = Number(raw.toPrecision(12));
  if (!Number.isFinite(percent)) return null;
  const size = Math.abs(percent);
  if (Math.abs(size - minPercent) > MARGIN * Math.max(1, size)) return size > minPercent ? percent : null;
  const exact = compareExactly(now.text, before.text, minPercent) ?? size - minPercent;
  if (exact < 0) return null;
  const direction = now.number < before.number ? -1 : 1;
  return exact === 0 || size < minPercent ? direction * minPercent : percent;
};
