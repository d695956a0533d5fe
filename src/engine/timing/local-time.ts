import { DateTime } from 'luxon';

/** A wall-clock time as a moment, and what has to be said about it; or why it is none. */
export type LocalTime = { at: Date; note: string | null } | { problem: string };

const DAY = 'cccc, d LLLL yyyy';

/**
 * What a wall-clock time such as 2026-11-27T09:00 is in a time zone. A time that the clocks skip is none. Of a time that
 * they show twice, the first counts.
 */
export function readLocalTime(local: string, timeZone: string): LocalTime {
  const read = DateTime.fromISO(local, { zone: timeZone, locale: 'en-US' });
  if (!read.isValid) return { problem: 'Enter a date and a time.' };
  const clock = local.slice(11, 16);
  if (read.toFormat("yyyy-LL-dd'T'HH:mm") !== local.slice(0, 16)) {
    const before = read.minus({ hours: 2 });
    const day = before.toFormat(DAY);
    return {
      problem: `${clock} doesn’t exist in ${timeZone} on ${day}: the clocks go forward then. Choose another time.`,
    };
  }
  const [first = read, second] = read
    .getPossibleOffsets()
    .toSorted((one, other) => one.toMillis() - other.toMillis());
  if (!second) return { at: first.toJSDate(), note: null };
  return {
    at: first.toJSDate(),
    note: `${clock} comes twice in ${timeZone} that day, as the clocks go back. It’s sent the first time, at ${first.toUTC().toFormat('HH:mm')} UTC.`,
  };
}
