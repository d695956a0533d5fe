import { expect, it } from 'vitest';
import { alertRate, alertsInADay } from './alert-rate.ts';

const HOUR = 3_600_000;

it('says a rate in a unit that was seen', () => {
  expect(alertRate(24, 24 * 60_000)).toEqual({ alerts: 60, per: 'hour' });
  expect(alertRate(3, 24 * HOUR)).toEqual({ alerts: 3, per: 'day' });
  expect(alertRate(6, 3 * 24 * HOUR)).toEqual({ alerts: 2, per: 'day' });
  expect(alertRate(7, 14 * 24 * HOUR)).toEqual({ alerts: 3.5, per: 'week' });
  expect(alertRate(0, 0)).toBeNull();
  expect(alertRate(0, Number.NEGATIVE_INFINITY)).toBeNull();
});

it('knows what a day comes to, also where less than one was seen', () => {
  expect(alertsInADay(alertRate(24, 24 * 60_000), 24)).toBe(1440);
  expect(alertsInADay(alertRate(50, 14 * 24 * HOUR), 9)).toBe(9);
});
