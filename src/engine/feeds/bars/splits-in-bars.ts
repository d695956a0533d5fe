import type { Timeframe } from '#src/shared/market.ts';
import type { Split } from '../corporate-actions.ts';
import type { MarketCalendar } from './calendars.ts';
import { type Period, periodsOf } from './periods.ts';
import { sessionsOf } from './sessions.ts';

const HOUR = 3_600_000;
/** A market is never closed for longer: a week of holidays, and the weekends beside it. */
const LONGEST_CLOSED = 10 * 24 * HOUR;

/**
 * Splits as bars of a size meet them. The bar in which one takes effect stands after it (`barMerger`), so it is the
 * first at the new scale: the split is moved to where that bar begins.
 */
export const splitsInBars = (
  calendar: MarketCalendar,
  timeframe: Timeframe,
  splits: readonly Split[],
): readonly Split[] => {
  if (splits.length === 0) return splits;
  const sessions = sessionsOf(calendar);
  const periodAt = periodsOf(calendar, timeframe);
  /** The bar of the first moment from then on at which the market is open. */
  const barFrom = (ts: number): Period | null => {
    for (let at = ts; at < ts + LONGEST_CLOSED; at += HOUR) {
      const session = sessions.at(at);
      if (session) return periodAt(Math.max(ts, session.open));
    }
    return null;
  };
  return splits.map((split) => ({ ...split, ts: Math.min(split.ts, barFrom(split.ts)?.start ?? split.ts) }));
};
