import { DateTime, IANAZone } from 'luxon';
import type { Cadence, Timing } from '#src/shared/timing.ts';
import { CALENDARS } from '../market/sessions/calendars.ts';
import { sessionsOf } from '../market/sessions/sessions.ts';
import { heldUntil } from './quiet-hours.ts';

const HOUR = 3_600_000;
/** Alerts on the day's last bar come with the close, and belong into its digest. */
const AFTER_CLOSE_MS = 15 * 60_000;
const market = sessionsOf(CALENDARS['us-equity']);

type Schedule = Pick<Timing, 'timeZone' | 'digestHour'>;

/** When the first digest comes after a moment (ms, UTC). Instant is no digest: that is the moment itself. */
const NEXT: Readonly<Record<Cadence, (after: number, schedule: Schedule) => number>> = {
  instant: (after) => after,
  hourly: (after, { timeZone }) => {
    // Some zones are half an hour off.
    const offset = DateTime.fromMillis(after, { zone: zoneOf(timeZone) }).offset * 60_000;
    return (Math.floor((after + offset) / HOUR) + 1) * HOUR - offset;
  },
  daily: (after, { timeZone, digestHour: hour }) => {
    const now = DateTime.fromMillis(after, { zone: zoneOf(timeZone) });
    const at = (day: DateTime): number => day.set({ hour, minute: 0, second: 0, millisecond: 0 }).toMillis();
    const today = at(now);
    return today > after ? today : at(now.plus({ days: 1 }));
  },
  market_close: (after) => market.nextClose(after - AFTER_CLOSE_MS) + AFTER_CLOSE_MS,
};

const zoneOf = (timeZone: string): string => (IANAZone.isValidZone(timeZone) ? timeZone : 'UTC');

/** When the digest comes (ms, UTC) that holds an alert of a moment: at its hour, or when quiet hours or days end that hold then. */
export function digestAt(timing: Timing, after: number): number {
  const at = NEXT[timing.cadence](after, timing);
  return heldUntil(timing, at) ?? at;
}
