import { expect, test } from 'vitest';
import { barTime } from './bar-time.ts';

test.each([
  ['2020-03-16T04:00:00.000Z', '1d', 'America/New_York', '16 Mar 2020'],
  ['2020-03-16T00:00:00.000Z', '1d', 'America/New_York', '16 Mar 2020'],
  ['2020-09-14T15:00:00.000Z', '1d', 'Asia/Tokyo', '15 Sep 2020'],
  ['2020-03-16T13:30:00.000Z', '5m', 'America/New_York', '16 Mar 2020, 09:30 EDT'],
  ['2020-01-02T00:00:00.000Z', '1h', 'UTC', '2 Jan 2020, 00:00 UTC'],
] as const)('bar of %s (%s) in %s', (iso, timeframe, zone, text) => {
  expect(barTime(iso, timeframe, zone)).toBe(text);
});
