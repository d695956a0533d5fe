import { readFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import type { Timeframe } from '#src/shared/market.ts';
import { itWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { type CalendarName, CALENDARS } from './calendars.ts';
import { periodsOf } from '../bars/periods.ts';
import { sessionsOf } from './sessions.ts';

const at = (text: string, zone = 'UTC'): number => DateTime.fromISO(text, { zone }).toMillis();
const inNewYork = (text: string): number => at(text, 'America/New_York');

/** The bar of a moment, as ISO times in UTC. */
const bar = (calendar: CalendarName, timeframe: Timeframe, ts: number): string[] | null => {
  const period = periodsOf(CALENDARS[calendar], timeframe)(ts);
  return period && [period.start, period.end].map((each) => new Date(each).toISOString().slice(0, 16));
};

describe('which bar a moment belongs to', () => {
  it('counts an hour of shares from the open, and cuts the last one off at the close', () => {
    expect(bar('us-equity', '1h', inNewYork('2024-06-03T10:29:59'))).toEqual([
      '2024-06-03T13:30',
      '2024-06-03T14:30',
    ]);
    expect(bar('us-equity', '1h', inNewYork('2024-06-03T15:45'))).toEqual([
      '2024-06-03T19:30',
      '2024-06-03T20:00',
    ]);
  });
  it('follows the change of clocks of the market', () => {
    expect(bar('us-equity', '5m', inNewYork('2024-03-08T09:31'))?.[0]).toBe('2024-03-08T14:30');
    expect(bar('us-equity', '5m', inNewYork('2024-03-11T09:31'))?.[0]).toBe('2024-03-11T13:30');
    expect(bar('us-equity', '1d', inNewYork('2024-03-08T12:00'))).toEqual([
      '2024-03-08T05:00',
      '2024-03-08T21:00',
    ]);
    expect(bar('us-equity', '1d', inNewYork('2024-03-11T12:00'))).toEqual([
      '2024-03-11T04:00',
      '2024-03-11T20:00',
    ]);
  });
  it('has no bar outside of the session, on holidays and at weekends', () => {
    for (const time of ['2024-06-03T09:29:59', '2024-06-03T16:00', '2024-06-01T12:00', '2024-07-04T12:00'])
      expect(bar('us-equity', '1m', inNewYork(time))).toBeNull();
    expect(bar('us-equity-extended', '1m', inNewYork('2024-06-03T19:59'))).not.toBeNull();
    expect(bar('us-equity-extended', '1m', inNewYork('2024-06-03T04:00'))?.[0]).toBe('2024-06-03T08:00');
  });
  it('ends early where the exchange does', () => {
    expect(bar('us-equity', '1h', inNewYork('2024-11-29T12:45'))).toEqual([
      '2024-11-29T17:30',
      '2024-11-29T18:00',
    ]);
    expect(bar('us-equity', '1m', inNewYork('2024-11-29T13:00'))).toBeNull();
    expect(bar('us-equity', '1d', inNewYork('2024-11-29T11:00'))?.[1]).toBe('2024-11-29T18:00');
  });
  it('takes a week from Monday to its last session', () => {
    expect(bar('us-equity', '1w', inNewYork('2024-03-27T12:00'))).toEqual([
      '2024-03-25T04:00',
      '2024-03-28T20:00',
    ]);
    expect(bar('crypto', '1w', at('2024-03-31T23:59:59'))).toEqual(['2024-03-25T00:00', '2024-04-01T00:00']);
  });
  it('begins the week of currencies on Sunday at 17:00 New York', () => {
    expect(bar('fx', '1w', inNewYork('2024-03-10T17:00'))).toEqual(['2024-03-10T21:00', '2024-03-15T21:00']);
    expect(bar('fx', '1d', inNewYork('2024-03-11T16:59'))).toEqual(['2024-03-10T21:00', '2024-03-11T21:00']);
    expect(bar('fx', '1d', inNewYork('2024-03-11T17:00'))).toEqual(['2024-03-11T21:00', '2024-03-12T21:00']);
    expect(bar('fx', '4h', inNewYork('2024-03-07T16:00'))).toEqual(['2024-03-07T18:00', '2024-03-07T22:00']);
    for (const closed of ['2024-03-10T16:59', '2024-03-15T17:00', '2024-03-16T12:00'])
      expect(bar('fx', '1m', inNewYork(closed))).toBeNull();
  });
  it('never closes for crypto', () => {
    expect(bar('crypto', '4h', at('2024-12-25T07:59'))).toEqual(['2024-12-25T04:00', '2024-12-25T08:00']);
    expect(bar('crypto', '1d', at('2024-03-10T09:00'))).toEqual(['2024-03-10T00:00', '2024-03-11T00:00']);
  });
});

const HOURS = 'reference/market_hours_subset.json';

itWithShared('agrees with published exchange hours on every weekday of 2000 to 2028', HOURS, () => {
  const hours: unknown = JSON.parse(readFileSync(sharedPath(HOURS), 'utf8'));
  const { entries } = hours as {
    entries: Record<string, { holidays: string[]; earlyCloses: Record<string, string> }>;
  };
  const us = entries['Equity-usa-[*]'];
  const key = (date: DateTime): string => date.toFormat('M/d/yyyy');
  // Some of its days are written with a zero in front.
  const holidays = new Set(us?.holidays.map((day) => day.replaceAll(/\b0/g, '')));
  const sessions = sessionsOf(CALENDARS['us-equity']);
  const differences: string[] = [];
  const zone = 'America/New_York';
  for (
    let day = DateTime.fromISO('2000-01-01T10:00', { zone });
    day.year < 2029;
    day = day.plus({ days: 1 })
  ) {
    if (day.weekday > 5) continue;
    const session = sessions.at(day.toMillis());
    if ((session === null) !== holidays.has(key(day))) differences.push(`holiday ${key(day)}`);
    const closes = us?.earlyCloses[key(day)] === '13:00:00' ? 13 : 16;
    if (session && DateTime.fromMillis(session.close, { zone }).hour !== closes)
      differences.push(`close ${key(day)}`);
  }
  expect(differences).toEqual([]);
});
