import { DateTime } from 'luxon';

const HOURS = { from: 9, to: 18 } as const;

/**
 * The start of the local day, from which a notification of open checks counts as today's. Null outside working hours, when
 * none is sent.
 */
export function noticeDay(now: Date, timeZone: string): Date | null {
  const local = DateTime.fromJSDate(now, { zone: timeZone });
  if (local.weekday > 5 || local.hour < HOURS.from || local.hour >= HOURS.to) return null;
  return local.startOf('day').toJSDate();
}
