import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DateTime } from 'luxon';
import { periodsOf } from '../bars/periods.ts';
import { SESSIONS } from '#src/shared/bar-import.ts';
import { CALENDAR_NAMES, type CalendarName, CALENDARS, endingCalendars, setClosings } from './calendars.ts';
import { readClosings } from './operator-file.ts';
import { sessionsOf } from './sessions.ts';

const zoneOf = (name: CalendarName): string => CALENDARS[name].timeZone;
const at = (name: CalendarName, text: string): number =>
  DateTime.fromISO(text, { zone: zoneOf(name) }).toMillis();
const isOpen = (name: CalendarName, text: string): boolean =>
  sessionsOf(CALENDARS[name]).at(at(name, text)) !== null;
const hourOf = (name: CalendarName, text: string): string[] | null => {
  const period = periodsOf(CALENDARS[name], '1h')(at(name, text));
  return (
    period &&
    [period.start, period.end].map((each) =>
      DateTime.fromMillis(each, { zone: zoneOf(name) }).toFormat('HH:mm'),
    )
  );
};

it('has the calendars that a form offers', () => {
  expect(CALENDAR_NAMES.toSorted()).toEqual([...SESSIONS].toSorted());
});

describe('exchanges outside of the US', () => {
  it.each<[CalendarName, open: string[], closed: string[]]>([
    [
      'london',
      ['2026-11-27T08:00', '2026-11-27T16:29', '2026-12-24T12:29'],
      ['2026-11-27T16:30', '2026-12-24T12:30', '2026-12-28T10:00', '2027-03-26T10:00', '2022-09-19T10:00'],
    ],
    [
      'frankfurt',
      ['2026-11-27T09:00', '2026-05-25T10:00', '2026-10-05T10:00', '2026-12-30T13:59'],
      ['2026-11-27T08:59', '2026-12-24T10:00', '2026-12-30T14:00', '2021-05-24T10:00', '2026-11-28T10:00'],
    ],
    [
      'tokyo',
      ['2026-11-27T09:00', '2026-11-27T11:29', '2026-11-27T12:30', '2026-11-27T15:29'],
      ['2026-11-27T11:30', '2026-11-27T12:29', '2026-11-27T15:30', '2026-09-22T10:00', '2026-12-31T10:00'],
    ],
    [
      'hong-kong',
      ['2026-11-27T09:30', '2026-11-27T13:00', '2026-02-16T11:59'],
      ['2026-11-27T12:00', '2026-02-16T12:00', '2026-02-16T14:00', '2026-04-07T10:00', '2024-09-06T10:00'],
    ],
    [
      'us-futures',
      ['2026-11-29T17:00', '2026-11-30T03:00', '2026-11-30T17:00', '2026-11-27T11:59', '2027-12-31T10:00'],
      ['2026-11-30T16:00', '2026-11-27T12:00', '2026-11-28T10:00', '2027-12-24T10:00', '2026-11-29T16:59'],
    ],
  ])('%s is open and closed when it should be', (name, open, closed) => {
    expect(open.filter((text) => !isOpen(name, text))).toEqual([]);
    expect(closed.filter((text) => isOpen(name, text))).toEqual([]);
  });

  it('hours begin anew after the lunch break, and neither lunch nor close is inside of one', () => {
    expect(hourOf('tokyo', '2026-11-27T11:15')).toEqual(['11:00', '11:30']);
    expect(hourOf('tokyo', '2026-11-27T12:00')).toBeNull();
    expect(hourOf('tokyo', '2026-11-27T13:10')).toEqual(['12:30', '13:30']);
    expect(hourOf('tokyo', '2026-11-27T15:00')).toEqual(['14:30', '15:30']);
    expect(hourOf('hong-kong', '2026-11-27T13:59')).toEqual(['13:00', '14:00']);
  });

  it('a day of futures begins on the evening before', () => {
    const day = periodsOf(CALENDARS['us-futures'], '1d')(at('us-futures', '2026-11-30T09:00'));
    expect(day?.start).toBe(at('us-futures', '2026-11-29T17:00'));
    expect(day?.end).toBe(at('us-futures', '2026-11-30T16:00'));
  });
});

it('says 60 days ahead that holidays of a market end', () => {
  expect(endingCalendars(Date.UTC(2027, 10, 1))).toEqual([]);
  expect(endingCalendars(Date.UTC(2027, 10, 3)).map((each) => each.split(' are known ')[0])).toEqual([
    'Holidays of Tokyo',
    'Holidays of Hong Kong',
  ]);
});

describe('an operator’s file', () => {
  const read = (file: unknown) => readClosings(JSON.stringify(file));

  it('is read by market and year', () => {
    expect(read({ london: { 2029: { holidays: ['2029-01-01'], earlyCloses: ['2029-12-24'] } } })).toEqual([
      {
        name: 'london',
        closed: { year: 2029, holidays: ['2029-01-01'], earlyCloses: ['2029-12-24'] },
      },
    ]);
  });

  it('is the example of the operator’s page', () => {
    const page = readFileSync('docs/operate.md', 'utf8');
    const example = /```json\n(\{\n {2}"london"[\s\S]*?)```/.exec(page)?.[1] ?? '';
    expect(readClosings(example)).toHaveLength(1);
  });

  it.each([
    [{ paris: {} }, /paris/],
    [{ london: { 2029: { holidays: ['2029-02-30'] } } }, /^london\.2029\.holidays\.0: /],
    [{ london: { 2029: { holidays: ['2028-12-25'] } } }, 'london.2029: 2028-12-25 is in another year'],
    [
      { tokyo: { 2029: { holidays: ['2029-01-02'], earlyCloses: ['2029-01-02'] } } },
      'tokyo.2029: 2029-01-02 is a holiday and a half day',
    ],
    [{ london: { next: { holidays: [] } } }, /^london\.next: /],
    [[], /^the file: /],
  ])('%j is refused, with its place', (file, says) => {
    expect(() => read(file)).toThrow(says);
  });

  it('that isn’t JSON is refused', () => {
    expect(() => readClosings('{')).toThrow('the file isn’t valid JSON');
  });
});

describe('a year of an operator’s file', () => {
  it('replaces the built-in year, and no other', () => {
    const { london } = CALENDARS;
    const ofYear = (days: Iterable<string>): string[] => [...days].filter((day) => day.startsWith('2028-'));
    const before = { holidays: ofYear(london.holidays), earlyCloses: ofYear(london.earlyCloses) };
    setClosings('london', { year: 2028, holidays: ['2028-06-06'], earlyCloses: ['2028-06-07'] });
    const [holidays, earlyCloses] = [ofYear(london.holidays), ofYear(london.earlyCloses)];
    const other = [london.holidays.has('2027-12-27'), london.earlyCloses.has('2027-12-24')];
    // Other files of this worker see the same calendars.
    setClosings('london', { year: 2028, ...before });
    expect([holidays, earlyCloses]).toEqual([['2028-06-06'], ['2028-06-07']]);
    expect(other).toEqual([true, true]);
    expect(ofYear(london.holidays)).toEqual(before.holidays);
  });

  it('a half day ends each calendar of its market at that calendar’s time', () => {
    expect(isOpen('us-equity', '2030-07-03T12:59')).toBe(true);
    expect(isOpen('us-equity', '2030-07-03T13:00')).toBe(false);
    expect(isOpen('us-equity-extended', '2030-07-03T16:59')).toBe(true);
    expect(isOpen('us-equity-extended', '2030-07-03T17:00')).toBe(false);
  });

  // Last: a year that is known once stays known.
  it('that was unknown isn’t warned of any more', () => {
    setClosings('tokyo', { year: 2028, holidays: ['2028-01-03'], earlyCloses: [] });
    expect(endingCalendars(Date.UTC(2027, 10, 3)).map((each) => each.split(' are known ')[0])).toEqual([
      'Holidays of Hong Kong',
    ]);
  });
});
