import type { Timeframe } from '#src/shared/market.ts';
import { isDaysLong } from '#src/shared/timeframes.ts';

/**
 * When a point on a bar is, as a rule writes it (ms, UTC): bars of a day and longer by their date in the zone of the market,
 * at midnight UTC, so that the rule reads `2024-01-02` and no time.
 */
export function dayOf(at: number, timeframe: Timeframe, timeZone: string): number {
  if (!isDaysLong(timeframe) || at % 86_400_000 === 0) return at;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return Date.parse(`${format.format(at)}T00:00:00Z`);
}
