import { DateTime, IANAZone } from 'luxon';
import { MINUTES_OF_DAY, type QuietHours, type Timing } from '#src/shared/timing.ts';

const MINUTE = 60_000;

/** Minutes that a zone is ahead of UTC at a moment (ms, UTC). A zone that isn't known any more counts as UTC. */
function offsetOf(timeZone: string): (ts: number) => number {
  const zone = IANAZone.create(timeZone);
  return zone.isValid ? (ts) => zone.offset(ts) : () => 0;
}

/**
 * Until when (ms, UTC) quiet hours last that hold at `now`; null where none do. They go by the wall clock of the zone:
 * across midnight and across a change of clocks. Where the clock jumps over their end, they end with the jump.
 */
export function quietUntil(quiet: QuietHours, timeZone: string, now: number): number | null {
  const offset = offsetOf(timeZone);
  const isQuiet = (ts: number): boolean => within(quiet, wallMinutes(ts, offset(ts)));
  if (!isQuiet(now)) return null;
  let ts = now;
  // Each round ends at the end of quiet hours or at a change of clocks, of which a day has one.
  for (let round = 0; round < 4; round += 1) {
    const end = endByClock(quiet, ts, offset(ts));
    if (offset(end) === offset(ts)) return end;
    ts = changeBetween(ts, end, offset);
    if (!isQuiet(ts)) return ts;
  }
  return ts;
}

/** Quiet days and hours may follow each other: each round moves past one of them. */
const ROUNDS = 20;

/**
 * Until when (ms, UTC) a person's quiet days and hours last that hold at `now`; null where none do. Days are those of the
 * wall clock of their zone.
 */
export function heldUntil(
  { quiet, quietDays = [], timeZone }: Pick<Timing, 'quiet' | 'quietDays' | 'timeZone'>,
  now: number,
): number | null {
  let ts = now;
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = dayEnd(quietDays, timeZone, ts) ?? (quiet && quietUntil(quiet, timeZone, ts));
    if (next === null) break;
    ts = next;
  }
  return ts === now ? null : ts;
}

/** When a quiet day ends; null on others. */
function dayEnd(quietDays: readonly number[], timeZone: string, ts: number): number | null {
  if (quietDays.length === 0) return null;
  const at = DateTime.fromMillis(ts, { zone: IANAZone.isValidZone(timeZone) ? timeZone : 'UTC' });
  return quietDays.includes(at.weekday) ? at.plus({ days: 1 }).startOf('day').toMillis() : null;
}

/** Minutes after midnight, with a fraction. */
const wallMinutes = (ts: number, offset: number): number => {
  const minutes = (ts / MINUTE + offset) % MINUTES_OF_DAY;
  return minutes < 0 ? minutes + MINUTES_OF_DAY : minutes;
};

const within = ({ from, to }: QuietHours, minutes: number): boolean =>
  from < to ? minutes >= from && minutes < to : from > to && (minutes >= from || minutes < to);

/** When the clock next shows the end, unless it is changed before. */
function endByClock({ to }: QuietHours, ts: number, offset: number): number {
  const left = (to - wallMinutes(ts, offset) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  // Fractions of a minute are kept in whole ms.
  return Math.round(ts + left * MINUTE);
}

/** The first moment after `from` with another offset: there is one up to `to`. */
function changeBetween(from: number, to: number, offset: (ts: number) => number): number {
  const before = offset(from);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
