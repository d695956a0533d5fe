import { DateTime } from 'luxon';
import type { MarketCalendar } from './calendars.ts';

/** One trading day: its date in the market's zone, and when it trades (ms, UTC; `close` is the first moment after). */
export type Session = { day: string; midnight: number; open: number; close: number };

const DAY_MINUTES = 1440;
const DAY_MS = 86_400_000;

/** A local time of the market, in minutes from the midnight of a date. A time that a clock change skips becomes the one after. */
const wallTime = (date: DateTime, minutes: number): number => {
  const days = Math.floor(minutes / DAY_MINUTES);
  const rest = minutes - days * DAY_MINUTES;
  return date
    .plus({ days })
    .set({ hour: Math.floor(rest / 60), minute: rest % 60 })
    .toMillis();
};

/** Computed sessions, shared by all callers: hundreds of symbols start at the same time with the same days. */
type Known = {
  days: Map<string, Session | null>;
  weeks: Map<string, { monday: number; sessions: Session[] }>;
  /** The sessions found last. */
  found: Session[];
};
const knownOf = new WeakMap<MarketCalendar, Known>();
const MOST_DAYS = 400;
const MOST_FOUND = 8;
/** No market is closed for longer. */
const CLOSED_DAYS_MAX = 30;

/** Finds the session of a time in a market. Computed sessions are kept, one per day. */
export const sessionsOf = (calendar: MarketCalendar) => {
  const known: Known = knownOf.get(calendar) ?? { days: new Map(), weeks: new Map(), found: [] };
  knownOf.set(calendar, known);
  let last: Session | null = null;

  const on = (date: DateTime): Session | null => {
    const day = date.toISODate() ?? '';
    const had = known.days.get(day);
    if (had !== undefined) return had;
    if (known.days.size > MOST_DAYS) known.days.clear();
    const hours = calendar.hours[date.weekday];
    const session =
      hours === undefined || calendar.holidays.has(day)
        ? null
        : {
            day,
            midnight: date.toMillis(),
            open: wallTime(date, hours[0]),
            close: wallTime(date, calendar.earlyCloses.get(day) ?? hours[1]),
          };
    known.days.set(day, session);
    return session;
  };
  const dateOf = (ts: number): DateTime =>
    DateTime.fromMillis(ts, { zone: calendar.timeZone }).startOf('day');

  const weekOf = ({ day }: Session): { monday: number; sessions: Session[] } => {
    const had = known.weeks.get(day);
    if (had) return had;
    if (known.weeks.size > MOST_DAYS) known.weeks.clear();
    const monday = DateTime.fromISO(day, { zone: calendar.timeZone }).startOf('week');
    const days = Array.from({ length: 7 }, (_, after) => on(monday.plus({ days: after })));
    const week = { monday: monday.toMillis(), sessions: days.filter((each) => each !== null) };
    known.weeks.set(day, week);
    return week;
  };
  const find = (ts: number): Session | null => {
    const had = known.found.find(({ open, close }) => ts >= open && ts < close);
    if (had) return had;
    const date = dateOf(ts);
    for (const each of [date, date.plus({ days: 1 })]) {
      const session = on(each);
      if (!session || ts < session.open || ts >= session.close) continue;
      known.found = [session, ...known.found.slice(0, MOST_FOUND - 1)];
      return session;
    }
    return null;
  };

  return {
    /** The session at `ts` (ms, UTC), or null while the market is closed. */
    at: (ts: number): Session | null => {
      if (last && ts >= last.open && ts < last.close) return last;
      const session = find(ts);
      if (session) last = session;
      return session;
    },
    /** How many sessions opened after `from` and up to `to` (ms, UTC); it stops counting at `most`. */
    opened: (from: number, to: number, most: number): number => {
      let count = 0;
      // A session may open on the evening before its day.
      for (
        let date = dateOf(from);
        count < most && date.toMillis() <= to + DAY_MS;
        date = date.plus({ days: 1 })
      ) {
        const session = on(date);
        if (session && session.open > from && session.open <= to) count += 1;
      }
      return count;
    },
    /** The first close after `ts` (ms, UTC). @throws Error for a market that never trades */
    nextClose: (ts: number): number => {
      const first = dateOf(ts);
      // A session may end on the day after its own.
      for (let days = -1; days <= CLOSED_DAYS_MAX; days += 1) {
        const session = on(first.plus({ days }));
        if (session && session.close > ts) return session.close;
      }
      throw new Error('The market has no session for weeks.');
    },
    /** The first open after `ts` (ms, UTC). @throws Error for a market that never trades */
    nextOpen: (ts: number): number => {
      const first = dateOf(ts);
      for (let days = 0; days <= CLOSED_DAYS_MAX; days += 1) {
        const session = on(first.plus({ days }));
        if (session && session.open > ts) return session.open;
      }
      throw new Error('The market has no session for weeks.');
    },
    /** The sessions of a trading day's week, Monday to Sunday, in order. */
    weekOf: (session: Session): readonly Session[] => weekOf(session).sessions,
    /** The midnight that begins the week of a trading day. */
    mondayOf: (session: Session): number => weekOf(session).monday,
  };
};
