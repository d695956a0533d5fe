import { type Bar, type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import type { Split } from '../corporate-actions.ts';
import type { MarketCalendar } from './calendars.ts';
import { endsOf } from './ends.ts';
import { barMerger } from './merge.ts';
import { type Period, periodsOf } from './periods.ts';

const HOUR = 3_600_000;

/** The timeframes whose bars a larger bar can be made of, the largest first. */
export const smallerThan = (timeframe: Timeframe): Timeframe[] =>
  TIMEFRAMES.slice(0, TIMEFRAMES.indexOf(timeframe)).toReversed();

/** A moment in a smaller bar at which the market is open: a day may begin long before it is. */
export const marketMomentIn =
  (periodAt: (ts: number) => Period | null, endOf: (ts: number) => number) =>
  ({ ts }: Bar): number => {
    const end = endOf(ts);
    for (let at = ts; at < end; at += HOUR) if (periodAt(at)) return at;
    return ts;
  };

/**
 * Bars of a timeframe made of smaller closed ones, which are given oldest first. Only whole ones: neither the one that
 * the first of them lies in the middle of, nor the one that is not over with the last.
 * @param splits those of the instrument in order of time, as the smaller bars meet them
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
