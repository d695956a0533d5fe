import { expect, it } from 'vitest';
import { CALENDARS } from './calendars.ts';
import { tradingDays } from './trading-days.ts';

it.each([
  // Markets that never close: days in UTC.
  ['crypto', '2026-03-07T23:59:00Z', '2026-03-07T00:00:00Z'],
  ['crypto', '2026-03-08T00:00:00Z', '2026-03-08T00:00:00Z'],
  // New York, with pre-market and after-hours, on both sides of a clock change.
  ['us-equity', '2026-03-06T14:30:00Z', '2026-03-06T05:00:00Z'],
  ['us-equity', '2026-03-09T13:30:00Z', '2026-03-09T04:00:00Z'],
  ['us-equity-extended', '2026-03-07T00:59:00Z', '2026-03-06T05:00:00Z'],
  // Currencies begin their day at 17:00 New York; Friday's ends there.
  ['fx', '2026-03-05T21:59:00Z', '2026-03-04T22:00:00Z'],
  ['fx', '2026-03-05T22:00:00Z', '2026-03-05T22:00:00Z'],
  ['fx', '2026-03-08T21:00:00Z', '2026-03-08T21:00:00Z'],
  ['fx', '2026-03-09T12:00:00Z', '2026-03-08T21:00:00Z'],
] as const)('%s: %s is of the day that began %s', (calendar, at, began) => {
  const dayOf = tradingDays(CALENDARS[calendar]);
  expect(new Date(dayOf(Date.parse(at))).toISOString()).toBe(new Date(began).toISOString());
});

it('answers the same in any order', () => {
  const dayOf = tradingDays(CALENDARS.fx);
  const times = Array.from({ length: 400 }, (_, hour) => Date.UTC(2026, 2, 1) + hour * 3_600_000);
  const forward = times.map(dayOf);
  expect(times.toReversed().map(dayOf).toReversed()).toEqual(forward);
  expect(forward.every((from, at) => from <= times[at]! && from > times[at]! - 25 * 3_600_000)).toBe(true);
});
