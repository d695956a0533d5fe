import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import { dayOfIso, daysAround, isoOfDay, localDays, weekdayOf } from './local-days.ts';

/** Half-hour changes, a day that was skipped, changes during Ramadan, midnights that don't exist. */
const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/London',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'America/St_Johns',
];
const LAST = dayOfIso('2040-01-01');

const dateOf = (day: number, zone: string) => DateTime.fromISO(isoOfDay(day), { zone }).startOf('day');
const wallOf = (day: number, zone: string, minutes: number): number => {
  const days = Math.floor(minutes / 1440);
  const rest = minutes - days * 1440;
  return DateTime.fromISO(isoOfDay(day), { zone })
    .plus({ days })
    .set({ hour: Math.floor(rest / 60), minute: rest % 60 })
    .toMillis();
};

it('has the midnights and local times that Luxon has, in every zone and on every day', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: -4000, max: LAST }),
      fc.integer({ min: -1440, max: 2879 }),
      (zone, day, minutes) => {
        const days = localDays(zone);
        expect(days.midnight(day)).toBe(dateOf(day, zone).toMillis());
        expect(days.wall(day, minutes)).toBe(wallOf(day, zone, minutes));
      },
    ),
    { numRuns: 500 },
  );
});

it('agrees on each day around the changes of a year', () => {
  for (const zone of ZONES)
    for (let day = dayOfIso('2011-01-01'); day < dayOfIso('2012-02-01'); day += 1)
      expect([zone, isoOfDay(day), localDays(zone).midnight(day), localDays(zone).wall(day, 150)]).toEqual([
        zone,
        isoOfDay(day),
        dateOf(day, zone).toMillis(),
        wallOf(day, zone, 150),
      ]);
});

it('numbers days from 1970, and knows their weekdays before and after', () => {
  expect([dayOfIso('1970-01-01'), isoOfDay(-1), isoOfDay(20_000)]).toEqual([0, '1969-12-31', '2024-10-04']);
  for (const day of [-10_000, -1, 0, 1, 20_000])
    expect(weekdayOf(day)).toBe(DateTime.fromISO(isoOfDay(day)).weekday);
  for (const zone of ZONES)
    for (const ts of [0, Date.UTC(2024, 2, 10, 7), Date.UTC(2024, 5, 1, 23, 59)])
      expect(daysAround(ts)).toContain(dayOfIso(DateTime.fromMillis(ts, { zone }).toISODate() ?? ''));
});
