import { DateTime } from 'luxon';

const HOURS = { from: 9, to: 18 } as const;

/**
 * Since when somebody may have been told of open checks today: the day's beginning by the workspace's clocks. Null outside
 * its working hours, when nobody is told.
 */
export function noticeDay(now: Date, timeZone: string): Date | null {
  const local = DateTime.fromJSDate(now, { zone: timeZone });
  if (local.weekday > 5 || local.hour < HOURS.from || local.hour >= HOURS.to) return null;
  return local.startOf('day').toJSDate();
}
