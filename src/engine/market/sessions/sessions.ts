import type { MarketCalendar } from './calendars.ts';
import { dayOfIso, daysAround, isoOfDay, localDays, weekdayOf } from './local-days.ts';

/**
 * One trading day: its date in the market's zone, and when it trades (ms, UTC; `close` is the first moment after). `lunch`
 * is its break, if it has one.
 */
export type Session = {
  day: string;
  midnight: number;
  open: number;
  close: number;
  lunch: readonly [from: number, to: number] | null;
};

/** Computed sessions, shared by all callers: hundreds of symbols start at the same time with the same days. */
const knownOf = new WeakMap<MarketCalendar, Map<number, Session | null>>();
/** Half a century. */
const MOST_DAYS = 20_000;
/** No market is closed for longer. */
const CLOSED_DAYS_MAX = 30;

const isOpen = ({ open, close, lunch }: Session, ts: number): boolean =>
  ts >= open && ts < close && !(lunch && ts >= lunch[0] && ts < lunch[1]);

/** Finds the session of a time in a market. Computed sessions are kept, one per day. */
export const sessionsOf = (calendar: MarketCalendar) => {
  const known = knownOf.get(calendar) ?? new Map<number, Session | null>();
  knownOf.set(calendar, known);
  const days = localDays(calendar.timeZone);
  let last: Session | null = null;

  const work = (day: number): Session | null => {
    const iso = isoOfDay(day);
    const hours = calendar.hours[weekdayOf(day)];
    if (hours === undefined || calendar.holidays.has(iso)) return null;
    const close = calendar.earlyCloses.has(iso) ? calendar.earlyClose : hours[1];
    const { lunch } = calendar;
    return {
      day: iso,
      midnight: days.midnight(day),
      open: days.wall(day, hours[0]),
      close: days.wall(day, close),
      lunch: lunch && lunch[1] < close ? [days.wall(day, lunch[0]), days.wall(day, lunch[1])] : null,
    };
  };
  const on = (day: number): Session | null => {
    const had = known.get(day);
    if (had !== undefined) return had;
    if (known.size > MOST_DAYS) known.clear();
    const session = work(day);
    known.set(day, session);
    return session;
  };
  const mondayOf = ({ day }: Session): number => {
    const number = dayOfIso(day);
    return number - weekdayOf(number) + 1;
  };

  return {
    /** The session at `ts` (ms, UTC), or null while the market is closed or at lunch. */
    at: (ts: number): Session | null => {
      if (last && isOpen(last, ts)) return last;
      for (const day of daysAround(ts)) {
        const session = on(day);
        if (session && isOpen(session, ts)) return (last = session);
      }
      return null;
    },
    /** The first moment from `ts` on (ms, UTC) at which the market is open; null if that is more than 30 days later. */
    openFrom: (ts: number): number | null => {
      const [first] = daysAround(ts);
      for (let day = first; day <= first + CLOSED_DAYS_MAX; day += 1) {
        const session = on(day);
        if (!session || session.close <= ts) continue;
        const at = Math.max(ts, session.open);
        return isOpen(session, at) ? at : (session.lunch?.[1] ?? at);
      }
      return null;
    },
    /** The number of sessions that opened after `from` and up to `to` (ms, UTC), at most `most`. */
    opened: (from: number, to: number, most: number): number => {
      let count = 0;
      const end = daysAround(to)[3];
      for (let day = daysAround(from)[0]; count < most && day <= end; day += 1) {
        const session = on(day);
        if (session && session.open > from && session.open <= to) count += 1;
      }
      return count;
    },
    /** The first close after `ts` (ms, UTC). @throws Error for a market that never trades */
    nextClose: (ts: number): number => {
      const first = daysAround(ts)[0] - 1;
      for (let day = first; day <= first + CLOSED_DAYS_MAX; day += 1) {
        const session = on(day);
        if (session && session.close > ts) return session.close;
      }
      throw new Error('The market has no session for weeks.');
    },
    /** The first open after `ts` (ms, UTC). @throws Error for a market that never trades */
    nextOpen: (ts: number): number => {
      const [first] = daysAround(ts);
      for (let day = first; day <= first + CLOSED_DAYS_MAX; day += 1) {
        const session = on(day);
        if (session && session.open > ts) return session.open;
      }
      throw new Error('The market has no session for weeks.');
    },
    /** The sessions of a trading day's week, Monday to Sunday, in order. */
    weekOf: (session: Session): readonly Session[] => {
      const monday = mondayOf(session);
      return [0, 1, 2, 3, 4, 5, 6].map((after) => on(monday + after)).filter((each) => each !== null);
    },
    /** The first and the last session of days from one to another, both included (days by their number); null without one. */
    within: (from: number, to: number): { first: Session; last: Session } | null => {
      let [first, last]: [Session | null, Session | null] = [null, null];
      for (let day = from; day <= to && !first; day += 1) first = on(day);
      for (let day = to; day >= from && !last; day -= 1) last = on(day);
      return first && last ? { first, last } : null;
    },
    /** The midnight that begins a day, by its number (ms, UTC). */
    midnightOf: (day: number): number => days.midnight(day),
    /** The midnight that begins the week of a trading day (ms, UTC). */
    mondayOf: (session: Session): number => days.midnight(mondayOf(session)),
  };
};
