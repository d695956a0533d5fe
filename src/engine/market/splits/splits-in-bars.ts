import type { Timeframe } from '#src/shared/market.ts';
import type { Split } from './corporate-actions.ts';
import type { MarketCalendar } from '../sessions/calendars.ts';
import { type Period, periodsOf } from '../bars/periods.ts';
import { sessionsOf } from '../sessions/sessions.ts';

const HOUR = 3_600_000;
/** No market is closed for longer: a week of holidays and two weekends. */
const LONGEST_CLOSED = 10 * 24 * HOUR;

/**
 * Moves splits to the begin of the bar in which they take effect: `barMerger` builds that bar at the new scale, so it's
 * the first one.
 */
export const splitsInBars = (
  calendar: MarketCalendar,
  timeframe: Timeframe,
  splits: readonly Split[],
): readonly Split[] => {
  if (splits.length === 0) return splits;
  const sessions = sessionsOf(calendar);
  const periodAt = periodsOf(calendar, timeframe);
  /** The bar of the first time from then on at which the market is open. */
  const barFrom = (ts: number): Period | null => {
    for (let at = ts; at < ts + LONGEST_CLOSED; at += HOUR) {
      const session = sessions.at(at);
      if (session) return periodAt(Math.max(ts, session.open));
    }
    return null;
  };
  return splits.map((split) => ({ ...split, ts: Math.min(split.ts, barFrom(split.ts)?.start ?? split.ts) }));
};
