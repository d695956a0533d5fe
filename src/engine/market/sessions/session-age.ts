import type { Timeframe } from '#src/shared/market.ts';
import type { MarketCalendar } from './calendars.ts';
import { sessionsOf } from './sessions.ts';

const DAY = 86_400_000;

/** A bar is compared with the one before it if no more than this many sessions began in between, its own included. */
export const SESSIONS_OLD_MAX = 5;
/** Longer bars have as many at most. */
const SESSIONS: Readonly<Partial<Record<Timeframe, number>>> = { '1w': 7, '1M': 31, '3M': 92, '12M': 366 };

/**
 * Whether a bar's previous one is too old to be compared with: more than `most` sessions of the calendar began after the
 * previous bar and by the bar. Of weekly bars a whole week is always missing then, and so on. Times are when bars begin, in ms, UTC.
 */
export const tooOld = (
  calendar: MarketCalendar,
  timeframe: Timeframe,
  most: number = SESSIONS_OLD_MAX,
): ((previous: number, ts: number) => boolean) => {
  const limit = Math.max(most, SESSIONS[timeframe] ?? 0);
  const sessions = sessionsOf(calendar);
  return (previous, ts) =>
    // No session is shorter than a day, from one open to the next.
    ts - previous > (limit - 1) * DAY && sessions.opened(previous, ts, limit + 1) > limit;
};
