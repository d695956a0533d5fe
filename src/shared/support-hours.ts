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

/** When so many hours of support have passed since a moment: what a promise made then means. Both in ms since the epoch. */
export function afterSupportHours(
  at: number,
  hours: number,
  when: SupportHours = siteConfig.support,
): number {
  let left = hours * 3_600_000;
  for (let now = at; ;) {
    const { open, change } = supportState(now, when);
    const until = change.toMillis();
    if (open && until - now >= left) return now + left;
    if (open) left -= until - now;
    now = until;
  }
}

/** "2 hours, during support hours"; whole days of support are business days. */
export function withinHours(hours: number, when: SupportHours = siteConfig.support): string {
  const days = hours / (when.until - when.from);
  if (Number.isInteger(days)) return days === 1 ? 'one business day' : `${days} business days`;
  return `${hours === 1 ? 'one hour' : `${hours} hours`}, during support hours`;
}

/** "16:30 ET today (22:30 your time)". */
export function supportMoment(
  at: number,
  now: number,
  timeZone: string,
  when: SupportHours = siteConfig.support,
): string {
  const moment = DateTime.fromMillis(at, { zone: when.timeZone });
  const theirs = moment.setZone(timeZone);
  const isToday = DateTime.fromMillis(now, { zone: when.timeZone }).hasSame(moment, 'day');
  const days = (of: DateTime): string => of.toFormat('cccc', { locale: 'en' });
  const ours = `${isToday ? '' : `${days(moment)} `}${moment.toFormat('H:mm')} ${when.zoneName}${isToday ? ' today' : ''}`;
  if (theirs.toFormat('D T') === moment.toFormat('D T')) return ours;
  const otherDay = theirs.weekday === moment.weekday ? '' : `${days(theirs)} `;
  return `${ours} (${otherDay}${theirs.toFormat('H:mm')} your time)`;
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
