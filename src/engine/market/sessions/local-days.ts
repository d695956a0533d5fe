import { DateTime, Info } from 'luxon';

const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;
/** Kept per time zone: half a century. */
const MOST_DAYS = 20_000;

/** Days of a calendar by their number: 0 is January 1, 1970. */
export const isoOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const dayOfIso = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / DAY_MS;
/** The first day of a month, which is counted from 0 and may be past the end of the year. */
export const dayOfDate = (year: number, month: number): number => Date.UTC(year, month, 1) / DAY_MS;
/** 1 is Monday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
/** The days, in order, one of which a moment (ms, UTC) belongs to, in any time zone and with evenings before. */
export const daysAround = (ts: number): readonly [number, number, number, number] => {
  const day = Math.floor(ts / DAY_MS);
  return [day - 1, day, day + 1, day + 2];
};

export type LocalDays = {
  /** When a day begins (ms, UTC). */
  midnight: (day: number) => number;
  /**
   * A local time, in minutes from the midnight of a day (ms, UTC): below 0 is the day before, from 1440 on the day
   * after. A time that a clock change skips becomes the one after.
   */
  wall: (day: number, minutes: number) => number;
};

const knownZones = new Map<string, LocalDays>();

/**
 * The days of a time zone. Luxon is asked around changes of its clocks; elsewhere a day is 1,440 minutes, and what is
 * known is kept: years of bars ask for every day several times.
 */
export function localDays(timeZone: string): LocalDays {
  const known = knownZones.get(timeZone);
  if (known) return known;
  const zone = Info.normalizeZone(timeZone);
  /** By day: how far the zone is ahead of UTC when UTC's day begins, in ms. */
  const offsets = new Map<number, number>();
  const midnights = new Map<number, number>();

  const offsetOn = (day: number): number => {
    const had = offsets.get(day);
    if (had !== undefined) return had;
    if (offsets.size > MOST_DAYS) offsets.clear();
    const offset = zone.offset(day * DAY_MS) * MINUTE_MS;
    offsets.set(day, offset);
    return offset;
  };
  /** The clocks don't change on the day, the one before or the one after, wherever in the world. */
  const isPlain = (day: number): boolean => offsetOn(day - 2) === offsetOn(day + 4);
  const dateOf = (day: number): DateTime => DateTime.fromISO(isoOfDay(day), { zone });
  const midnight = (day: number): number => {
    const had = midnights.get(day);
    if (had !== undefined) return had;
    if (midnights.size > MOST_DAYS) midnights.clear();
    const at = isPlain(day) ? day * DAY_MS - offsetOn(day) : dateOf(day).startOf('day').toMillis();
    midnights.set(day, at);
    return at;
  };
  const made = {
    midnight,
    wall: (day: number, minutes: number): number => {
      if (isPlain(day)) return midnight(day) + minutes * MINUTE_MS;
      const days = Math.floor(minutes / DAY_MINUTES);
      const rest = minutes - days * DAY_MINUTES;
      const clock = { hour: Math.floor(rest / 60), minute: rest % 60 };
      return dateOf(day).plus({ days }).set(clock).toMillis();
    },
  };
  knownZones.set(timeZone, made);
  return made;
}
