import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { heldUntil, quietUntil } from './quiet-hours.ts';

const at = (text: string, zone: string): number => DateTime.fromISO(text, { zone }).toMillis();
const night = { from: 22 * 60, to: 7 * 60 };
const until = (quiet: typeof night, zone: string, now: string): string | null => {
  const end = quietUntil(quiet, zone, at(now, zone));
  return end === null ? null : DateTime.fromMillis(end, { zone }).toFormat('MM-dd HH:mm ZZ');
};

describe('quiet hours', () => {
  it.each([
    ['before they begin', night, 'Europe/Berlin', '2026-03-02T21:59:59', null],
    ['as they begin, across midnight', night, 'Europe/Berlin', '2026-03-02T22:00', '03-03 07:00 +01:00'],
    ['after midnight', night, 'Europe/Berlin', '2026-03-03T00:30', '03-03 07:00 +01:00'],
    ['as they end', night, 'Europe/Berlin', '2026-03-03T07:00', null],
    ['within a day', { from: 720, to: 780 }, 'Asia/Kolkata', '2026-03-03T12:30', '03-03 13:00 +05:30'],
    ['to midnight', { from: 1320, to: 0 }, 'America/New_York', '2026-03-03T23:30', '03-04 00:00 -05:00'],
    ['from midnight', { from: 0, to: 360 }, 'America/New_York', '2026-03-03T00:00', '03-03 06:00 -05:00'],
    ['when clocks go forward', night, 'Europe/Berlin', '2026-03-28T23:00', '03-29 07:00 +02:00'],
    ['when clocks go back', night, 'Europe/Berlin', '2026-10-24T23:00', '10-25 07:00 +01:00'],
    // 2:30 doesn't exist that night: the clock jumps from 2:00 to 3:00.
    [
      'when the clock jumps over their end',
      { from: 60, to: 150 },
      'Europe/Berlin',
      '2026-03-29T01:30',
      '03-29 03:00 +02:00',
    ],
    // 2:30 is there twice.
    [
      'when their end comes twice',
      { from: 60, to: 150 },
      'Europe/Berlin',
      '2026-10-25T01:30',
      '10-25 02:30 +02:00',
    ],
    [
      'in half an hour of clock change',
      night,
      'Australia/Lord_Howe',
      '2026-04-04T23:00',
      '04-05 07:00 +10:30',
    ],
    ['of a zone that is none', night, 'Mars/Olympus', '2026-03-03T08:00', null],
  ] as const)('%s', (_, quiet, zone, now, end) => {
    expect(zone === 'Mars/Olympus' ? quietUntil(quiet, zone, at(now, 'UTC')) : until(quiet, zone, now)).toBe(
      end,
    );
  });

  it('end with the first minute that the clock shows outside of them, in every zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const minute = fc.nat({ max: 1_439 });
    const wall = (ts: number, zone: string): number => {
      const local = DateTime.fromMillis(ts, { zone });
      return local.hour * 60 + local.minute;
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        minute,
        minute,
        fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) }).map((ts) => ts - (ts % 60_000)),
        (zone, from, to, now) => {
          const quiet = (ts: number): boolean => {
            const clock = wall(ts, zone);
            return from < to ? clock >= from && clock < to : from > to && (clock >= from || clock < to);
          };
          const end = quietUntil({ from, to }, zone, now);
          let minuteWise = now;
          while (quiet(minuteWise)) minuteWise += 60_000;
          expect(end).toBe(minuteWise === now ? null : minuteWise);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('days without alerts', () => {
  // 2026-03-06 is a Friday.
  it.each([
    ['on another day', [6, 7], null, 'Europe/Berlin', '2026-03-06T12:00', null],
    ['over a weekend', [6, 7], null, 'Europe/Berlin', '2026-03-07T09:00', '03-09 00:00 +01:00'],
    [
      'with quiet hours before and after',
      [6, 7],
      night,
      'Europe/Berlin',
      '2026-03-06T23:00',
      '03-09 07:00 +01:00',
    ],
    [
      'with quiet hours within',
      [6],
      { from: 720, to: 780 },
      'Europe/Berlin',
      '2026-03-07T12:30',
      '03-08 00:00 +01:00',
    ],
    ['when clocks go forward', [7], null, 'Europe/Berlin', '2026-03-29T01:00', '03-30 00:00 +02:00'],
    // Midnight doesn't exist that night.
    [
      'before a midnight that is skipped',
      [4],
      null,
      'Africa/Cairo',
      '2026-04-23T23:00',
      '04-24 01:00 +03:00',
    ],
    ['of every day but one', [1, 2, 3, 4, 5, 6], night, 'UTC', '2026-03-02T12:00', '03-08 07:00 +00:00'],
  ] as const)('%s', (_, quietDays, quiet, timeZone, now, end) => {
    const until = heldUntil({ quietDays, quiet, timeZone }, at(now, timeZone));
    expect(
      until === null ? null : DateTime.fromMillis(until, { zone: timeZone }).toFormat('MM-dd HH:mm ZZ'),
    ).toBe(end);
  });

  it('hold nothing on the days that are left, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 }),
        fc.option(fc.record({ from: fc.nat({ max: 1_439 }), to: fc.nat({ max: 1_439 }) })),
        fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) }),
        (timeZone, quietDays, quiet, now) => {
          const end = heldUntil({ quietDays, quiet, timeZone }, now) ?? now;
          expect(end).toBeGreaterThanOrEqual(now);
          expect(end - now).toBeLessThan(8 * 86_400_000);
          expect(quietDays).not.toContain(DateTime.fromMillis(end, { zone: timeZone }).weekday);
          expect(quiet && quietUntil(quiet, timeZone, end)).toBeNull();
        },
      ),
      { numRuns: 300 },
    );
  });
});
