import { expect, it } from 'vitest';
import { outcomeWords, priceOf } from './words.ts';

it('counts what reads the same as one', () => {
  const of = (...outcomes: [string, number][]) =>
    outcomeWords({ outcomes: outcomes.map(([state, count]) => ({ state, count })) });
  expect(of(['pending', 2], ['retry', 1], ['sent', 1_200])).toBe('3 sending, 1,200 sent');
  expect(of()).toBe('Nothing was sent');
});

it.each([
  ['2663.679932 USD (close of the bar of 2020-03-16, 1d)', '2,663.68 USD'],
  ['0.00001234 (close of the bar of 2020-03-16)', '0.00001234'],
  ['not known', null],
])('shows the price of %s', (value, shown) => {
  const rows = [{ label: 'Price', value }];
  expect(priceOf({ figures: { line: '', rows } })).toBe(shown);
  expect(priceOf({ figures: null })).toBeNull();
});
