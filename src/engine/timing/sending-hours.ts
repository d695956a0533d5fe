import { DateTime, IANAZone } from 'luxon';
import type { Hours } from '#src/shared/sending-hours.ts';

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

/** When hours begin next (ms, UTC); null within them. */
function beginOf({ days, from, to, timeZone }: Hours, now: number): number | null {
  const today = DateTime.fromMillis(now, { zone: zoneOf(timeZone) }).startOf('day');
  for (let n = 0; n <= WEEK; n += 1) {
    const day = today.plus({ days: n });
    if (!days.includes(day.weekday) || momentOn(day, to) <= now) continue;
    const begins = momentOn(day, from);
    return begins <= now ? null : begins;
  }
  return null;
}

/**
 * The first moment from `now` on that lies within all of them: `now` itself where it does.
 * @returns null where they never meet
 */
export function nextWithin(hours: readonly Hours[], now: Date): Date | null {
  let at = now.getTime();
  for (let round = 0; round < ROUNDS; round += 1) {
    const begins = hours.map((each) => beginOf(each, at)).filter((each) => each !== null);
    if (begins.length === 0) return new Date(at);
    at = Math.max(...begins);
  }
  return null;
}
