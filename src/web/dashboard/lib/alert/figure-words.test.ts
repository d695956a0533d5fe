import { expect, test } from 'vitest';
import { figureLabel, figureText, paramText, placesOf } from './figure-words.ts';

test.each([
  ['change_pct', -11.984, 'Change', '\u221211.98%'],
  ['previous_close', 2874.560059, 'Previous close', '2,874.56'],
  ['spread_pct', 1, 'Spread', '+1.00%'],
  ['rsi', 27.461234, 'RSI', '27.46'],
  ['ratio', 3.2612, 'Times the mean', '3.26'],
  ['mean_volume', 3_528_118_266.67, 'Mean volume before', '3,528,118,267'],
  ['sma(close, 50)', 2910.2031457, 'sma(close, 50)', '2,910.2031'],
])('%s', (key, value, label, text) => {
  expect(figureLabel(key)).toBe(label);
  expect(figureText(key, value, 2)).toBe(text);
});

test('a parameter is shown as it was chosen', () => {
  expect(paramText('min_pct', 2.5)).toBe('2.5%');
  expect(paramText('window', 20)).toBe('20');
});

test('prices have as many decimals as the source means', () => {
  const bar = (price: string) => ({
    time: '2020-03-16T04:00:00.000Z',
    open: price,
    high: price,
    low: price,
    close: price,
    volume: null,
  });
  expect(placesOf([bar('2874.560059'), bar('2711.02002')])).toBe(2);
  expect(placesOf([bar('1.08734')])).toBe(5);
  expect(placesOf([])).toBe(2);
});
