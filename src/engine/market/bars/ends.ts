import type { Timeframe } from '#src/shared/market.ts';
import { BAR_MS } from '../quarantine/quarantine.ts';
import type { MarketCalendar } from '../sessions/calendars.ts';
import { periodsOf } from './periods.ts';
import { sessionsOf } from '../sessions/sessions.ts';
import { tradingDays } from '../sessions/trading-days.ts';

const HOUR = 3_600_000;
/** No market is closed for longer: a week of holidays and two weekends. */
const LONGEST_CLOSED = 10 * 24 * HOUR;

/**
 * When bars end (ms, UTC). `dayOf`: when the trading day of a bar began. `endOf`: the end of the bar that began at `ts`; after the timeframe's length if the calendar
 * doesn't have that bar. `nextEnd`: the end of the first bar that begins at or after a time.
 */
export const endsOf = (calendar: MarketCalendar, timeframe: Timeframe) => {
  const periodAt = periodsOf(calendar, timeframe);
  const sessions = sessionsOf(calendar);
  const length = BAR_MS[timeframe];
  /** How many half days ahead to look for a session: a day begins at midnight, and a week may begin with holidays. */
  const probes = timeframe === '1w' ? 7 : timeframe === '1d' ? 1 : 0;
  let last = { ts: Number.NaN, end: 0 };

  const work = (ts: number): number => {
    for (let half = 0; half <= 2 * probes; half += 1) {
      const period = periodAt(ts + half * 12 * HOUR);
      if (period?.start === ts) return period.end;
    }
    return ts + length;
  };
  return {
    dayOf: tradingDays(calendar),
    endOf: (ts: number): number => {
      if (last.ts !== ts) last = { ts, end: work(ts) };
      return last.end;
    },
    nextEnd: (from: number): number => {
      for (let at = from; at < from + LONGEST_CLOSED; at += HOUR) {
        const session = sessions.at(at);
        if (!session) continue;
        const period = periodAt(Math.max(from, session.open));
        if (period) return period.end;
      }
      return from + length;
    },
  };
};
export type Ends = ReturnType<typeof endsOf>;
