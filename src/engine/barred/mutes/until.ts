import { DateTime } from 'luxon';
import { AppError } from '#src/shared/errors.ts';
import { MORNING, type MuteForm } from '#src/shared/mutes.ts';
import { CALENDARS, type CalendarName } from '../../market/sessions/calendars.ts';
import { sessionsOf } from '../../market/sessions/sessions.ts';
import { readLocalTime } from '../../timing/local-time.ts';

const HOUR = 3_600_000;
const DAYS_MAX = 366;
/** Who is up at this hour hasn't begun the day: the next morning is today's. */
const NIGHT_ENDS = 4;

const invalid = (field: string, sentence: string) =>
  new AppError('validation_failed', sentence, { details: { field } });

/**
 * When a mute ends; null where somebody has to end it. `session`: how the market of what is muted trades, null where
 * there is no such market.
 * @throws AppError validation_failed for a time that is none, is over, or is too far ahead
 */
export function muteEnd(
  form: Pick<MuteForm, 'for' | 'until'>,
  { now, timeZone, session }: { now: Date; timeZone: string; session: CalendarName | null },
): Date | null {
  if (form.for === 'hour') return new Date(now.getTime() + HOUR);
  if (form.for === 'morning') return nextMorning(now, timeZone);
  if (form.for === 'open') return nextOpen(now, session);
  if (!form.until) return null;
  const read = readLocalTime(form.until.local, form.until.timeZone);
  if ('problem' in read) throw invalid('until', read.problem);
  if (read.at <= now) throw invalid('until', 'That time is over. Choose a later one.');
  if (read.at.getTime() - now.getTime() > DAYS_MAX * 24 * HOUR)
    throw invalid(
      'until',
      'That is more than a year ahead. Choose an earlier time, or mute it without an end.',
    );
  return read.at;
}

/** By the clocks of the zone, also where they change that night. */
function nextMorning(now: Date, timeZone: string): Date {
  return DateTime.fromJSDate(now, { zone: timeZone })
    .minus({ hours: NIGHT_ENDS })
    .plus({ days: 1 })
    .set({ hour: MORNING, minute: 0, second: 0, millisecond: 0 })
    .toJSDate();
}

function nextOpen(now: Date, session: CalendarName | null): Date {
  if (session === null) throw invalid('for', 'That has no market of its own. Choose another time.');
  if (session === 'crypto') throw invalid('for', 'That market never closes. Choose another time.');
  return new Date(sessionsOf(CALENDARS[session]).nextOpen(now.getTime()));
}

/** "until 2026-11-27 08:00 (Europe/London)" */
export const untilWords = ({ until, timeZone }: { until: Date | null; timeZone: string }): string =>
  until === null
    ? 'until someone unmutes it'
    : `until ${DateTime.fromJSDate(until, { zone: timeZone }).toFormat('yyyy-LL-dd HH:mm')} (${timeZone})`;
