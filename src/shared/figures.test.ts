import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatChange,
  formatExact,
  formatPrice,
  formatSize,
  formatThreshold,
  pricePlaces,
} from './figures.ts';

describe('prices', () => {
  const cases: [string, number | undefined, string][] = [
    ['1455.219971', undefined, '1,455.22'],
    ['2386.129883', undefined, '2,386.13'],
    ['9048.4609375', undefined, '9,048.46'],
    ['57630', undefined, '57,630.00'],
    ['57630', 0, '57,630'],
    ['18.26', undefined, '18.26'],
    ['18.2', undefined, '18.20'],
    ['367.174988', undefined, '367.175'],
    ['55.4299999', undefined, '55.43'],
    ['110.123', undefined, '110.123'],
    ['1.32095', undefined, '1.32095'],
    ['1.320950', undefined, '1.32095'],
    ['1.3', 5, '1.30000'],
    ['0.00001234', undefined, '0.00001234'],
    ['1.234e-5', undefined, '0.00001234'],
    ['0.1', undefined, '0.10'],
    ['-37.63', undefined, '-37.63'],
    ['999.995', 2, '1,000.00'],
    ['-0.004', 2, '0.00'],
    ['1234567890.5', 2, '1,234,567,890.50'],
    ['0', undefined, '0.00'],
  ];
  test.each(cases)('%s with %s places is %s', (text, places, expected) => {
    expect(formatPrice(text, pricePlaces([text], places))).toBe(expected);
  });

  test('one alert, one number of places', () => {
    const texts = ['1.4251', '1.38410', '1.39931'];
    expect(texts.map((text) => formatPrice(text, pricePlaces(texts)))).toEqual([
      '1.42510',
      '1.38410',
      '1.39931',
    ]);
  });

  test.each(['', 'n/a', '1,455.22', '1 455', 'NaN', 'Infinity', '0x10'])('%j is no price', (text) => {
    expect(() => pricePlaces([text])).toThrow('is no figure');
    expect(() => formatPrice(text, 2)).toThrow('is no figure');
  });

  test('reads back as the figure, to the last place shown', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.integer({ min: 0, max: 8 }), (digits, places) => {
        const text = String(digits / 10n ** 8n) === '0' && digits < 0n ? '-0' : String(digits / 10n ** 8n);
        const rest = String(digits < 0n ? -digits % 10n ** 8n : digits % 10n ** 8n).padStart(8, '0');
        const shown = Number(formatPrice(`${text}.${rest}`, places).replaceAll(',', ''));
        expect(Math.abs(shown - Number(digits) / 1e8)).toBeLessThanOrEqual(0.5 * 10 ** -places + 1e-9);
      }),
    );
  });
});

test.each([
  [-11.984054, '-11.98%', '11.98%'],
  [11.02, '+11.02%', '11.02%'],
  [1.005, '+1.01%', '1.01%'],
  [-1.005, '-1.01%', '1.01%'],
  [5, '+5.00%', '5.00%'],
  [4.999999999999998, '+5.00%', '5.00%'],
  [1234.5, '+1,234.50%', '1,234.50%'],
  [0.0534, '+0.05%', '0.05%'],
  [0.00412, '+0.0041%', '0.0041%'],
  [-1e-9, '-0.0000000010%', '0.0000000010%'],
  [0, '0.00%', '0.00%'],
  [-0, '0.00%', '0.00%'],
])('a change of %d percent is %s', (percent, change, size) => {
  expect(formatChange(percent)).toBe(change);
  expect(formatSize(percent)).toBe(size);
});

test.each([
  [5, '5%'],
  [2.5, '2.5%'],
  [0.05, '0.05%'],
  [1000, '1,000%'],
])('a threshold of %d is %s', (percent, expected) => {
  expect(formatThreshold(percent)).toBe(expected);
});

test('infinite and missing changes are refused', () => {
  for (const bad of [Number.NaN, Infinity]) expect(() => formatChange(bad)).toThrow('is no figure');
});

test('an exact figure keeps what the source wrote', () => {
  expect(formatExact('1455.219971')).toBe('1,455.219971');
  expect(formatExact('3000')).toBe('3,000');
  expect(formatExact('0.50')).toBe('0.5');
});
