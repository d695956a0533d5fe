import { DateTime, IANAZone } from 'luxon';
import type { Hours, MarketHours } from '#src/shared/sending-hours.ts';
import { type CalendarName, CALENDARS } from '../market/sessions/calendars.ts';
import { sessionsOf } from '../market/sessions/sessions.ts';

/** When alerts go out: by the clock, or while a market trades. */
export type SendingWindow = Hours | { calendar: CalendarName };

/** The window of an alert about an instrument that trades so; null where none holds it: no market, or one that never closes. */
export function marketWindow(market: MarketHours, session: CalendarName | null): SendingWindow | null {
  if (session === null || session === 'crypto') return null;
  const isUsEquity = session === 'us-equity' || session === 'us-equity-extended';
  if (!isUsEquity) return { calendar: session };
  return { calendar: market === 'regular' ? 'us-equity' : 'us-equity-extended' };
}

const WEEK = 8;
/** Each round moves to when one of them begins: hours that meet at all do within two weeks. */
const ROUNDS = 60;

/** A zone that isn't known any more counts as UTC. */
const zoneOf = (timeZone: string): string => (IANAZone.isValidZone(timeZone) ? timeZone : 'UTC');

/** A time of day on a day. Where the clocks skip it, it's the moment after; 24:00 is the next midnight. */
function momentOn(day: DateTime, time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return (hour === 24 ? day.plus({ days: 1 }) : day.set({ hour, minute })).toMillis();
}

/** When they begin next (ms, UTC); null within them. */
function beginOf(window: SendingWindow, now: number): number | null {
  if (!('calendar' in window)) return beginByClock(window, now);
  const opens = sessionsOf(CALENDARS[window.calendar]).openFrom(now);
  return opens === now ? null : opens;
}

function beginByClock({ days, from, to, timeZone }: Hours, now: number): number | null {
  const today = DateTime.fromMillis(now, { zone: zoneOf(timeZone) }).startOf('day');
  for (let n = 0; n <= WEEK; n += 1) {
    const day = today.plus({ days: n });
    if (!days.includes(day.weekday) || momentOn(day, to) <= now) continue;
    const begins = momentOn(day, from);
    return begins <= now ? null : begins;
  }
  return null;
}

/** `marketZone`: of the market that opens then; null where it's hours by the clock that begin. */
export type Opening = { at: Date; marketZone: string | null };

/**
 * The first moment from `now` on that lies within all of them: `now` itself where it does.
 * @returns null where they never meet
 */
export function nextWithin(windows: readonly SendingWindow[], now: Date): Opening | null {
  let opening: Opening = { at: now, marketZone: null };
  for (let round = 0; round < ROUNDS; round += 1) {
    const begins = windows.flatMap((window) => {
      const at = beginOf(window, opening.at.getTime());
      return at === null ? [] : [{ at, marketZone: zoneOfMarket(window) }];
    });
    if (begins.length === 0) return opening;
    const at = Math.max(...begins.map((each) => each.at));
    const last = begins.filter((each) => each.at === at);
    opening = { at: new Date(at), marketZone: last.find((each) => each.marketZone)?.marketZone ?? null };
  }
  return null;
}

const zoneOfMarket = (window: SendingWindow): string | null =>
  'calendar' in window ? CALENDARS[window.calendar].timeZone : null;
