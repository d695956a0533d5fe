import { DateTime } from 'luxon';
import { siteConfig } from './site-config.ts';

type SupportHours = {
  /** ISO days: 1 is Monday. */
  days: readonly number[];
  /** Hours of the day, `until` not included. */
  from: number;
  until: number;
  timeZone: string;
  zoneName: string;
};

/** Whether somebody answers at a moment; `change` is when that ends, or when it begins again. */
type SupportState = { open: boolean; change: DateTime };

/** The hours are the zone's wall clock, so they move with its daylight saving. `at` in ms since the epoch. */
export function supportState(at: number, hours: SupportHours = siteConfig.support): SupportState {
  const now = DateTime.fromMillis(at, { zone: hours.timeZone });
  const on = (day: DateTime, hour: number) => day.startOf('day').set({ hour });
  const begin = on(now, hours.from);
  const end = on(now, hours.until);
  const works = hours.days.includes(now.weekday);
  if (works && now >= begin && now < end) return { open: true, change: end };
  if (works && now < begin) return { open: false, change: begin };
  // Eight days, so that a week with one working day comes round.
  for (let ahead = 1; ahead <= 8; ahead += 1) {
    const day = now.plus({ days: ahead });
    if (hours.days.includes(day.weekday)) return { open: false, change: on(day, hours.from) };
  }
  throw new Error('Support has no day.');
}

/**
 * One sentence: until when support answers, or from when. If the reader's clock shows another time, that time is
 * added. `timeZone` is the reader's.
 */
export function supportSentence(
  at: number,
  timeZone: string,
  hours: SupportHours = siteConfig.support,
): string {
  const { open, change } = supportState(at, hours);
  const theirs = change.setZone(timeZone);
  const time = (moment: DateTime) => moment.toFormat('H:mm');
  const sameClock = theirs.toISODate() === change.toISODate() && time(theirs) === time(change);
  const otherDay = theirs.weekday === change.weekday ? '' : `${theirs.toFormat('cccc', { locale: 'en' })} `;
  const yours = sameClock ? '' : ` (${otherDay}${time(theirs)} your time)`;
  if (open) return `We answer until ${time(change)} ${hours.zoneName} today${yours}.`;
  const today = DateTime.fromMillis(at, { zone: hours.timeZone }).hasSame(change, 'day');
  const day = today ? '' : `${change.toFormat('cccc', { locale: 'en' })} `;
  return `We answer from ${day}${time(change)} ${hours.zoneName}${today ? ' today' : ''}${yours}.`;
}
