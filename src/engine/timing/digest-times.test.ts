import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import { CADENCES, type Timing } from '#src/shared/timing.ts';
import { digestAt } from './digest-times.ts';
import { turnOf } from './turn.ts';

const timing = (given: Partial<Timing>): Timing => ({
  timeZone: 'America/New_York',
  quiet: null,
  cadence: 'daily',
  digestHour: 8,
  ...given,
});
const next = (given: Partial<Timing>, after: string): string => {
  const { timeZone: zone } = timing(given);
  const at = digestAt(timing(given), DateTime.fromISO(after, { zone }).toMillis());
  return DateTime.fromMillis(at, { zone }).toFormat('MM-dd HH:mm');
};

it.each([
  [
    'hourly, at the hour of the clock',
    { cadence: 'hourly', timeZone: 'Asia/Kolkata' },
    '2026-03-02T09:15',
    '03-02 10:00',
  ],
  ['on the hour, the next one', { cadence: 'hourly' }, '2026-03-02T09:00', '03-02 10:00'],
  ['daily, today', {}, '2026-03-02T07:59', '03-02 08:00'],
  ['daily, tomorrow', {}, '2026-03-02T08:00', '03-03 08:00'],
  ['daily, over a change of clocks', {}, '2026-03-07T12:00', '03-08 08:00'],
  ['daily, at an hour that is skipped', { digestHour: 2 }, '2026-03-07T12:00', '03-08 03:00'],
  ['at the close, with what comes with it', { cadence: 'market_close' }, '2026-03-02T16:05', '03-02 16:15'],
  ['at the close before a weekend', { cadence: 'market_close' }, '2026-03-06T16:15', '03-09 16:15'],
  ['at an early close', { cadence: 'market_close' }, '2026-11-27T10:00', '11-27 13:15'],
  ['at the close, over a holiday', { cadence: 'market_close' }, '2026-12-24T14:00', '12-28 16:15'],
  [
    'after quiet hours that hold then',
    { cadence: 'hourly', quiet: { from: 1320, to: 420 } },
    '2026-03-02T22:10',
    '03-03 07:00',
  ],
  ['at once', { cadence: 'instant' }, '2026-03-02T22:10', '03-02 22:10'],
] as const)('a digest comes %s', (_, given, after, at) => {
  expect(next(given, after)).toBe(at);
});

it('comes after what it holds, within a day and a weekend, and never in quiet hours', () => {
  const minute = fc.nat({ max: 1_439 });
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.constantFrom(...CADENCES.filter((cadence) => cadence !== 'instant')),
      fc.nat({ max: 23 }),
      fc.option(fc.record({ from: minute, to: minute })),
      fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2027, 0) }),
      (timeZone, cadence, digestHour, quiet, after) => {
        const given = { timeZone, cadence, digestHour, quiet };
        const at = digestAt(given, after);
        expect(at).toBeGreaterThan(after);
        expect(at - after).toBeLessThanOrEqual((cadence === 'market_close' ? 6 : 2.1) * 86_400_000);
        expect(turnOf(given, 'digest', at)).toEqual({ go: 'now' });
        // What comes until then is in the same one.
        const open = { ...given, quiet: null };
        const next = digestAt(open, after);
        expect(digestAt(open, Math.floor((after + next) / 2))).toBe(next);
      },
    ),
    { numRuns: 500 },
  );
});

it('says whose turn it is', () => {
  const now = Date.parse('2026-03-02T12:00Z');
  const busy = { from: 11 * 60, to: 13 * 60 };
  expect(turnOf(null, 'first', now)).toEqual({ go: 'now' });
  expect(turnOf(timing({ cadence: 'instant' }), 'first', now)).toEqual({ go: 'now' });
  expect(turnOf(timing({ cadence: 'instant', timeZone: 'UTC', quiet: busy }), 'first', now)).toEqual({
    go: 'later',
    until: Date.parse('2026-03-02T13:00Z'),
  });
  expect(turnOf(timing({}), 'first', now)).toEqual({ go: 'digest', at: Date.parse('2026-03-02T13:00Z') });
  expect(turnOf(timing({}), 'digest', now)).toEqual({ go: 'now' });
});
