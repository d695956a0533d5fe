import { DateTime } from 'luxon';

/** From the start of the first day to the end of the last, by the clocks of a zone. Without a first day: from now on. */
export function spanOf(
  { from, until }: { from: string | null; until: string | null },
  { now, timeZone }: { now: Date; timeZone: string },
): { validFrom: Date; validUntil: Date | null } {
  const start = (day: string) => DateTime.fromISO(day, { zone: timeZone }).startOf('day');
  return {
    validFrom: from === null ? now : start(from).toJSDate(),
    validUntil: until === null ? null : start(until).plus({ days: 1 }).startOf('day').toJSDate(),
  };
}
