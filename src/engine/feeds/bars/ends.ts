import type { Timeframe } from '#src/shared/market.ts';
import { BAR_MS } from '../quarantine.ts';
import type { MarketCalendar } from './calendars.ts';
import { periodsOf } from './periods.ts';
import { sessionsOf } from './sessions.ts';

const HOUR = 3_600_000;
/** A market is never closed for longer: a week of holidays, and the weekends beside it. */
const LONGEST_CLOSED = 10 * 24 * HOUR;

/**
 * When bars end. `endOf`: the first moment after the bar that began at `ts`; of a bar that the calendar does not know,
 * its length. `nextEnd`: when the first bar ends that begins at or after a moment.
 */
export const endsOf = (calendar: MarketCalendar, timeframe: Timeframe) => {
  const periodAt = periodsOf(calendar, timeframe);
  const sessions = sessionsOf(calendar);
  const length = BAR_MS[timeframe];
  /** A day begins at its midnight, long before the market opens, and a week may begin with holidays. */
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
