import type { Timeframe } from '#src/shared/market.ts';
import { MONTHS } from '#src/shared/timeframes.ts';
import { BAR_MS } from '../quarantine/quarantine.ts';
import type { MarketCalendar } from '../sessions/calendars.ts';
import { dayOfDate } from '../sessions/local-days.ts';
import { type Session, sessionsOf } from '../sessions/sessions.ts';

/** The time that a bar covers, `end` excluded (ms, UTC). */
export type Period = { start: number; end: number };

/**
 * Makes the function that finds the bar of a time (ms, UTC); null while the market is closed. Intraday bars count from
 * the session's open, and from the end of its lunch break; lunch and close cut the last ones off. A day begins at local
 * midnight or with its session, as the calendar says, and ends at the close. A week runs from Monday to its last close, a
 * month, quarter or year of the calendar from its first day to its last close.
 */
export const periodsOf = (
  calendar: MarketCalendar,
  timeframe: Timeframe,
): ((ts: number) => Period | null) => {
  const sessions = sessionsOf(calendar);
  const length = BAR_MS[timeframe];
  const months = MONTHS[timeframe];
  let last: Period | null = null;

  const dayStart = (session: Session): number =>
    calendar.dayBegins === 'open' ? session.open : session.midnight;

  /** The months of the year are counted in these steps: a quarter begins in January, April, July or October. */
  const ofMonths = (session: Session, step: number): Period => {
    const [year = 0, month = 1] = session.day.split('-').map(Number);
    const begin = month - 1 - ((month - 1) % step);
    const day = dayOfDate(year, begin);
    const { first, last } = sessions.within(day, dayOfDate(year, begin + step) - 1) ?? {
      first: session,
      last: session,
    };
    return { start: calendar.dayBegins === 'open' ? first.open : sessions.midnightOf(day), end: last.close };
  };

  const work = (ts: number, session: Session): Period => {
    if (timeframe === '1d') return { start: dayStart(session), end: session.close };
    if (timeframe === '1w') {
      const week = sessions.weekOf(session);
      const start = calendar.dayBegins === 'open' ? (week[0] ?? session).open : sessions.mondayOf(session);
      return { start, end: (week.at(-1) ?? session).close };
    }
    if (months !== undefined) return ofMonths(session, months);
    const { open, close, lunch } = session;
    const [from, to] = !lunch ? [open, close] : ts < lunch[0] ? [open, lunch[0]] : [lunch[1], close];
    const start = from + Math.floor((ts - from) / length) * length;
    return { start, end: Math.min(start + length, to) };
  };
  return (ts) => {
    const session = sessions.at(ts);
    if (!session) return null;
    if (last && ts >= last.start && ts < last.end) return last;
    return (last = work(ts, session));
  };
};
