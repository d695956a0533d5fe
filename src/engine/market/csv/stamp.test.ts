import { DateTime } from 'luxon';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStampReader, isTimeZone } from './stamp.ts';

const iso = (value: unknown): unknown => (typeof value === 'number' ? new Date(value).toISOString() : value);

describe('stamps', () => {
  it.each([
    ['2018-01-02', 'UTC', '2018-01-02T00:00:00.000Z'],
    ['2018-01-02 09:30', 'UTC', '2018-01-02T09:30:00.000Z'],
    ['2018-01-02T09:30:15', 'UTC', '2018-01-02T09:30:15.000Z'],
    ['2018-01-02T09:30:15.1', 'UTC', '2018-01-02T09:30:15.100Z'],
    ['2018-01-02 09:30:15.123999', 'UTC', '2018-01-02T09:30:15.123Z'],
    ['2018-01-02T09:30:00Z', 'America/New_York', '2018-01-02T09:30:00.000Z'],
    ['2018-01-02 09:30:00+09:00', 'America/New_York', '2018-01-02T00:30:00.000Z'],
    ['2018-01-02 09:30:00 -0530', 'UTC', '2018-01-02T15:00:00.000Z'],
    ['1514885400', 'America/New_York', '2018-01-02T09:30:00.000Z'],
    ['1514885400123', 'America/New_York', '2018-01-02T09:30:00.123Z'],
    ['2020-02-29', 'UTC', '2020-02-29T00:00:00.000Z'],
    ['2018-01-02', 'America/New_York', '2018-01-02T05:00:00.000Z'],
    ['2018-07-02 09:30', 'America/New_York', '2018-07-02T13:30:00.000Z'],
    ['2014-05-01T00:00:01.787', 'Etc/GMT+5', '2014-05-01T05:00:01.787Z'],
    ['2018-07-02', 'Pacific/Kiritimati', '2018-07-01T10:00:00.000Z'],
    // The days of a change: before it, and after it.
    ['2018-03-11 01:59', 'America/New_York', '2018-03-11T06:59:00.000Z'],
    ['2018-03-11 03:00', 'America/New_York', '2018-03-11T07:00:00.000Z'],
    ['2018-11-04 00:59', 'America/New_York', '2018-11-04T04:59:00.000Z'],
    ['2018-11-04 02:00', 'America/New_York', '2018-11-04T07:00:00.000Z'],
    // A day without midnight begins an hour later; Samoa had no December 30, 2011 at all.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s is %s', (text, zone, expected) => {
    expect(iso(createStampReader(zone)(text, null))).toBe(expected);
  });

  it.each([
    '',
    '01/03/2017',
    '1/3/2017',
    '2018.01.02',
    '20180102',
    '2018-1-2',
    '2018-01-02 9:30',
    '2018-01-02T',
    '2018-01-02 09',
    '2018-13-01',
    '2018-02-29',
    '2018-00-10',
    '0099-01-01',
    '2018-01-02 24:00',
    '2018-01-02 10:60',
    '2018-01-02 10:00:60',
    '2018-01-02 10:00+99:00',
    '2018-01-02Z',
    '-1514885400',
    '1514885400.5',
    '15148854001',
    'yesterday',
    '2018-01-02 10:00 EST',
  ])("'%s' is refused", (text) => {
    expect(createStampReader('UTC')(text, null)).toMatchObject({ reason: 'time' });
  });

  it('a clock time that is left out is said', () => {
    expect(createStampReader('America/New_York')('2018-03-11 02:30', null)).toEqual({
      reason: 'no_such_time',
      problem: "local time '2018-03-11 02:30' does not exist in America/New_York (clocks go forward)",
    });
  });

  it('the hour that comes twice is read in order', () => {
    const read = createStampReader('America/New_York');
    let previous: number | null = null;
    const times = ['00:30', '01:00', '01:30', '01:00', '01:30', '02:00'].map((clock) => {
      const ts = read(`2018-11-04 ${clock}`, previous);
      previous = typeof ts === 'number' ? ts : previous;
      return iso(ts);
    });
    expect(times).toEqual(
      ['04:30', '05:00', '05:30', '06:00', '06:30', '07:00'].map((utc) => `2018-11-04T${utc}:00.000Z`),
    );
  });

  it('an unknown zone is refused', () => {
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(() => createStampReader('Mars/Olympus')).toThrow(RangeError);
  });

  it('agrees with luxon on every instant, in any order of days', () => {
    const zones = fc.constantFrom(
      'America/New_York',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Casablanca',
    );
    const minutes = fc.integer({ min: Date.UTC(1975, 0) / 60_000, max: Date.UTC(2037, 0) / 60_000 });
    fc.assert(
      fc.property(zones, fc.array(minutes, { minLength: 1, maxLength: 20 }), (zone, instants) => {
        const read = createStampReader(zone);
        for (const instant of instants) {
          const ts = instant * 60_000;
          const local = DateTime.fromMillis(ts, { zone }).toFormat('yyyy-MM-dd HH:mm');
          // Told that the moment before has been, the reader finds this instant, also in the hour that comes twice.
          expect(read(local, ts - 1)).toBe(ts);
        }
      }),
    );
  });
});
