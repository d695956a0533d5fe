import type { Timeframe } from '#src/shared/market.ts';
import type { Split } from './corporate-actions.ts';
import type { MarketCalendar } from '../sessions/calendars.ts';
import { type Period, periodsOf } from '../bars/periods.ts';
import { sessionsOf } from '../sessions/sessions.ts';

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
    const at = sessions.openFrom(ts);
    return at === null ? null : periodAt(at);
  };
  return splits.map((split) => ({ ...split, ts: Math.min(split.ts, barFrom(split.ts)?.start ?? split.ts) }));
};
