import type { Bar, Timeframe } from '#src/shared/market.ts';
import type { Split } from '../splits/corporate-actions.ts';
import type { MarketCalendar } from '../sessions/calendars.ts';
import { endsOf } from './ends.ts';
import { barMerger } from './merge.ts';
import { type Period, periodsOf } from './periods.ts';

const HOUR = 3_600_000;

/** A time inside of a bar at which the market is open: a day begins long before the open. */
export const marketMomentIn =
  (periodAt: (ts: number) => Period | null, endOf: (ts: number) => number) =>
  ({ ts }: Bar): number => {
    const end = endOf(ts);
    for (let at = ts; at < end; at += HOUR) if (periodAt(at)) return at;
    return ts;
  };

/**
 * Builds bars of a timeframe from smaller closed bars, oldest first. Incomplete ones at both ends are left out.
 * @param splits the splits of the instrument in order of time, each at the smaller bar in which it takes effect
 */
export const largerBars = (
  calendar: MarketCalendar,
  { from, to }: { from: Timeframe; to: Timeframe },
  bars: readonly Bar[],
  splits: readonly Split[],
): Bar[] => {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return [];
  const periodAt = periodsOf(calendar, to);
  const { endOf, nextEnd } = endsOf(calendar, from);
  const inside = marketMomentIn(periodAt, endOf);
  const merger = barMerger(calendar, to, () => splits, inside);
  const made = bars.flatMap((bar) => merger.add(bar)).concat(merger.close(endOf(last.ts)));
  const begins = periodAt(inside(first))?.start;
  const isWhole = begins !== undefined && nextEnd(begins) === endOf(first.ts);
  return isWhole ? made : made.filter(({ ts }) => ts !== begins);
};
