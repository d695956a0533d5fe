import { expect, test } from 'vitest';
import { formatPrice, pricePlaces } from '#src/shared/figures.ts';
import {
  formatExact,
  formatNumber,
  formatPercent,
  formatQuote,
  formatRelative,
  formatValue,
} from './format.ts';

const NOW = Date.UTC(2025, 3, 5, 12);
const MIN = 60_000;

test.each([
  [11.0177, '+11.02%'],
  [-11.984, '\u221211.98%'],
  [0, '0.00%'],
  [-0.001, '0.00%'],
])('percent %d', (value, text) => expect(formatPercent(value)).toBe(text));

test.each([
  [3.24, 'ratio', '3.2×'],
  [-2386.129883, 'level', '\u22122,386.13'],
  [2874.560059, 'level', '2,874.56'],
  [0.97654321, 'level', '0.97654'],
  [2.5, 'percent', '+2.50%'],
] as const)('value %d as %s', (value, unit, text) => expect(formatValue(value, unit)).toBe(text));

test.each([
  [2398.1, '2,398.10'],
  [2663.679932, '2,663.68'],
  [1.08734, '1.08734'],
  [181.910004, '181.91'],
  [0.000001234567, '0.0000012346'],
  [0, '0.00'],
  [-37.63, '\u221237.63'],
])('quote %d', (value, text) => expect(formatQuote(value)).toBe(text));

test('a price reads as in the alert that names it', () => {
  for (const text of ['2874.560059', '181.910004', '10', '9.99999', '1.08734', '0.99999', '0.0123456', '0.1'])
    expect(formatQuote(Number(text))).toBe(formatPrice(text, pricePlaces([text])));
});

test('number', () => expect(formatNumber(8_258_670_000)).toBe('8,258,670,000'));

test.each([
  [NOW - 20_000, 'just now'],
  [NOW - 3 * MIN, '3 minutes ago'],
  [NOW - 59 * MIN, '59 minutes ago'],
  [NOW - 120 * MIN, '2 hours ago'],
  [NOW - 1440 * MIN, 'yesterday'],
  [NOW - 5 * 1440 * MIN, '5 days ago'],
  [NOW + 10 * MIN, 'in 10 minutes'],
  [Date.UTC(2020, 2, 16), '5 years ago'],
])('relative %d', (at, text) => expect(formatRelative(at, NOW)).toBe(text));

test('exact names the zone', () => {
  expect(formatExact(NOW, 'America/New_York')).toBe('5 Apr 2025, 08:00:00 GMT-4');
});
