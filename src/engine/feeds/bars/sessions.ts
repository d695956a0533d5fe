import { DateTime } from 'luxon';
import type { MarketCalendar } from './calendars.ts';

/** One trading day: its date in the market's zone, and when it trades (ms, UTC; `close` is the first moment after). */
export type Session = { day: string; midnight: number; open: number; close: number };

const DAY_MINUTES = 1440;

/** A wall clock time of the market, as minutes from the midnight of a date. In the hour that a change of clocks leaves out, the time after it. */
const wallTime = (date: DateTime, minutes: number): number => {
  const days = Math.floor(minutes / DAY_MINUTES);
  const rest = minutes - days * DAY_MINUTES;
  return date
    .plus({ days })
    .set({ hour: Math.floor(rest / 60), minute: rest % 60 })
    .toMillis();
};

/** Answers, for one market, which session a moment lies in. It remembers the sessions it has worked out, one a day. */
export const sessionsOf = (calendar: MarketCalendar) => {
  const known = new Map<string, Session | null>();
  let last: Session | null = null;

  const on = (date: DateTime): Session | null => {
    const day = date.toISODate() ?? '';
    const had = known.get(day);
    if (had !== undefined) return had;
    if (known.size > 400) known.clear();
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
    known.set(day, session);
    return session;
  };
  const dateOf = (ts: number): DateTime =>
    DateTime.fromMillis(ts, { zone: calendar.timeZone }).startOf('day');

  return {
    /** The session that `ts` lies in, or null while the market is closed. */
    at: (ts: number): Session | null => {
      if (last && ts >= last.open && ts < last.close) return last;
      const date = dateOf(ts);
      for (const each of [date, date.plus({ days: 1 })]) {
        const session = on(each);
        if (session && ts >= session.open && ts < session.close) return (last = session);
      }
      return null;
    },
    /** The sessions of the week, Monday to Sunday, that a trading day belongs to, in order. */
    weekOf: (session: Session): Session[] => {
      const monday = DateTime.fromISO(session.day, { zone: calendar.timeZone }).startOf('week');
      return Array.from({ length: 7 }, (_, days) => on(monday.plus({ days }))).filter(
        (each) => each !== null,
      );
    },
    /** The midnight that begins the week of a trading day. */
    mondayOf: (session: Session): number =>
      DateTime.fromISO(session.day, { zone: calendar.timeZone }).startOf('week').toMillis(),
  };
};
