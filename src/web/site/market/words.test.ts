import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatDay, formatLevel, formatLongDay, formatMonth } from './words.ts';

it.each([
  ['2020-03-16', '16 Mar 2020', 'Monday, 16 March 2020'],
  ['2000-02-29T00:00:00.000Z', '29 Feb 2000', 'Tuesday, 29 February 2000'],
  ['2008-12-31T23:59:59.000Z', '31 Dec 2008', 'Wednesday, 31 December 2008'],
])('%s', (date, short, long) => {
  expect(formatDay(date)).toBe(short);
  expect(formatLongDay(date)).toBe(long);
});

it('months and levels', () => {
  expect(formatMonth(2008, 10)).toBe('October 2008');
  expect(formatLevel(2386.129883)).toBe('2,386.13');
  expect(formatLevel(81)).toBe('81.00');
});

it('writes levels as Intl does', () => {
  const level = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const values = fc.oneof(
    fc.double({ min: 0, max: 1e12, noNaN: true }),
    fc.nat().map((cents) => cents / 100),
  );
  fc.assert(
    fc.property(values, (value) => {
      expect(formatLevel(value)).toBe(level.format(value));
    }),
  );
});
