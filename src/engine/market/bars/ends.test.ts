import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { CALENDAR_NAMES, type CalendarName, CALENDARS } from '../sessions/calendars.ts';
import { sessionsOf } from '../sessions/sessions.ts';
import { endsOf } from './ends.ts';
import { periodsOf } from './periods.ts';

const at = (name: CalendarName, text: string): number =>
  DateTime.fromISO(text, { zone: CALENDARS[name].timeZone }).toMillis();
const hour = (name: CalendarName, text: string): string =>
  DateTime.fromMillis(endsOf(CALENDARS[name], '1h').nextEnd(at(name, text)), {
    zone: CALENDARS[name].timeZone,
  }).toFormat("yyyy-MM-dd'T'HH:mm");

describe.each(CALENDAR_NAMES)('%s', (name) => {
  const calendar = CALENDARS[name];
  const sessions = sessionsOf(calendar);
  /** A year of moments at which the market is open. */
  const moments = Array.from({ length: 366 * 4 }, (_, n) => at(name, '2026-01-01T00:00') + n * 6 * 3_600_000)
    .map((ts) => sessions.openFrom(ts))
    .filter((ts) => ts !== null);

  it.each(['1h', '4h', '1d', '1w'] as const)('a bar of %s ends where its period does', (timeframe) => {
    const { endOf, nextEnd } = endsOf(calendar, timeframe);
    const periodAt = periodsOf(calendar, timeframe);
    for (const ts of moments) {
      const period = periodAt(ts);
      if (!period) throw new Error(`${name} is closed at ${new Date(ts).toISOString()}`);
      expect(endOf(period.start)).toBe(period.end);
      expect(nextEnd(ts)).toBe(period.end);
      expect(nextEnd(period.end)).toBeGreaterThan(period.end);
    }
  });

  it('a day ends with its close, not 24 hours later', () => {
    const { endOf } = endsOf(calendar, '1d');
    const days = moments.flatMap((ts) => sessions.at(ts) ?? []);
    const begins = ({ open, midnight }: (typeof days)[number]) =>
      calendar.dayBegins === 'open' ? open : midnight;
    expect(days.map((day) => endOf(begins(day)))).toEqual(days.map(({ close }) => close));
  });
});

it('after the morning comes the first hour of the afternoon, and after the close the next day', () => {
  expect(hour('tokyo', '2026-11-27T11:30')).toBe('2026-11-27T13:30');
  expect(hour('tokyo', '2026-11-27T15:30')).toBe('2026-11-30T10:00');
  expect(hour('hong-kong', '2026-11-27T12:10')).toBe('2026-11-27T14:00');
  expect(hour('us-equity', '2026-11-25T16:00')).toBe('2026-11-27T10:30');
});
