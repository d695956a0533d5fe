import type { Timeframe } from '#src/shared/market.ts';
import { BAR_MS } from '../quarantine/quarantine.ts';
import type { MarketCalendar } from '../sessions/calendars.ts';
import { type Period, periodsOf } from './periods.ts';
import { sessionsOf } from '../sessions/sessions.ts';
import { tradingDays } from '../sessions/trading-days.ts';

/**
 * When bars end (ms, UTC). `dayOf`: when the trading day of a bar began. `endOf`: the end of the bar that began at `ts`;
 * after the timeframe's length if the calendar doesn't have that bar. `nextEnd`: the end of the first bar that begins at
 * or after a time.
 */
export const endsOf = (calendar: MarketCalendar, timeframe: Timeframe) => {
  const periodAt = periodsOf(calendar, timeframe);
  const sessions = sessionsOf(calendar);
  const length = BAR_MS[timeframe];
  let last = { ts: Number.NaN, end: 0 };

  /** The bar of the first moment from then on at which the market is open. A day begins at midnight, a week with holidays. */
  const periodFrom = (ts: number): Period | null => {
    const at = sessions.openFrom(ts);
    return at === null ? null : periodAt(at);
  };
  const work = (ts: number): number => {
    const period = periodFrom(ts);
    return period?.start === ts ? period.end : ts + length;
  };
  return {
    dayOf: tradingDays(calendar),
    endOf: (ts: number): number => {
      if (last.ts !== ts) last = { ts, end: work(ts) };
      return last.end;
    },
    nextEnd: (from: number): number => periodFrom(from)?.end ?? from + length,
  };
};
export type Ends = ReturnType<typeof endsOf>;
