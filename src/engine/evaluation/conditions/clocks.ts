import { IANAZone } from 'luxon';
import { sessionNumbered } from '#src/shared/rules/sessions.ts';

const MINUTE = 60_000;
const DAY = 1440;
/** Clocks are put forward and back at quarters of an hour only. */
const QUARTER = 15 * MINUTE;

/** Minutes after midnight, and the day of the week as chart platforms count: 1 is Sunday. */
type Clock = { minutes: number; weekday: number };

/** Reads the clock of a trading session at a moment. */
export const clockOf = (session: number, read: (clock: Clock) => number): ((ts: number) => number) => {
  const zone = IANAZone.create(sessionNumbered(session).timeZone);
  let [quarter, offset] = [Number.NaN, 0];
  return (ts) => {
    if (Math.floor(ts / QUARTER) !== quarter) {
      quarter = Math.floor(ts / QUARTER);
      offset = zone.offset(ts);
    }
    const local = Math.floor(ts / MINUTE) + offset;
    const day = Math.floor(local / DAY);
    // The first of January 1970 was a Thursday.
    return read({ minutes: local - day * DAY, weekday: ((((day + 4) % 7) + 7) % 7) + 1 });
  };
};
