import { formatNumber, formatPercent } from '#src/web/ui/format.ts';

/** Fewer than these are no base for a percentage. */
const BASE_MIN = 10;
const PERCENT_MAX = 999;

/**
 * How a count compares with that of the period before: in percent, or as a plain difference where the percentage would
 * say nothing (of one alert to sixty-three: `+62`, not `+6200%`). Null where there is nothing to compare with.
 */
export function changeOf(now: number, was: number): string | null {
  if (was === 0) return null;
  const percent = ((now - was) / was) * 100;
  if (was >= BASE_MIN && Math.abs(percent) <= PERCENT_MAX) return formatPercent(percent, 0);
  const difference = now - was;
  if (difference === 0) return '0';
  return `${difference > 0 ? '+' : '\u2212'}${formatNumber(Math.abs(difference))}`;
}
