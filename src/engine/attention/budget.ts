import { DateTime } from 'luxon';
import { type Budget, GATHER_SECONDS } from '#src/shared/attention.ts';

export type Period = { from: Date; until: Date };
/** What an alert counts as important by. */
export type Weight = { alertId: string; critical: boolean; moveRank: number | null; at: Date };

/** `until`: when it's decided, or when the budget begins anew. `per`: the part of the budget that was used. */
export type Decision =
  | { go: 'now' }
  | { go: 'waiting'; until: Date }
  | { go: 'held'; until: Date; per: 'hour' | 'day'; most: number };
type Held = Extract<Decision, { go: 'held' }>;

/** The hour of the clock and the day that a moment is in. Hours may begin at half past, seen from UTC. */
export function periodsOf(timeZone: string, now: Date): { hour: Period; day: Period } {
  const local = DateTime.fromJSDate(now, { zone: timeZone });
  // By the offset: as clocks go back, an hour of the clock comes twice, and is two.
  const offset = local.offset * 60_000;
  const hour = Math.floor((now.getTime() + offset) / 3_600_000) * 3_600_000 - offset;
  const day = local.startOf('day');
  return {
    hour: { from: new Date(hour), until: new Date(hour + 3_600_000) },
    day: { from: day.toJSDate(), until: day.plus({ days: 1 }).toJSDate() },
  };
}

/** How many more may go; where none may, why and until when: the day's limit lasts longer, and comes first. */
export function roomOf(
  { perHour, perDay, timeZone }: Budget,
  used: { hour: number; day: number },
  now: Date,
): { left: number; held: Held } {
  const { hour, day } = periodsOf(timeZone, now);
  const ofHour = perHour === null ? Number.POSITIVE_INFINITY : Math.max(0, perHour - used.hour);
  const ofDay = perDay === null ? Number.POSITIVE_INFINITY : Math.max(0, perDay - used.day);
  const isDay = perDay !== null && ofDay <= ofHour;
  const held: Held = isDay
    ? { go: 'held', until: day.until, per: 'day', most: perDay }
    : { go: 'held', until: hour.until, per: 'hour', most: perHour ?? 0 };
  return { left: Math.min(ofHour, ofDay), held };
}

/**
 * What becomes of an alert as it comes. A critical one always goes. The first one after a calm minute goes at once;
 * what follows waits for the end of its minute, so that the most important of a storm go and not the first.
 * @param last when the audience's alert before came
 * @param waitsSince since when the oldest one waits
 */
export function decide(
  room: { left: number; held: Held },
  {
    critical,
    now,
    last,
    waitsSince,
  }: { critical: boolean; now: Date; last: Date | null; waitsSince: Date | null },
): Decision {
  if (critical) return { go: 'now' };
  if (room.left <= 0) return room.held;
  const isCalm =
    waitsSince === null && (last === null || now.getTime() - last.getTime() >= GATHER_SECONDS * 1000);
  if (isCalm) return { go: 'now' };
  return { go: 'waiting', until: new Date((waitsSince ?? now).getTime() + GATHER_SECONDS * 1000) };
}

/** The stated order: critical first, then the larger move against the bars before, then what came first. */
export const byImportance = (one: Weight, other: Weight): number =>
  Number(other.critical) - Number(one.critical) ||
  (other.moveRank ?? 0) - (one.moveRank ?? 0) ||
  one.at.getTime() - other.at.getTime() ||
  (one.alertId < other.alertId ? -1 : 1);
