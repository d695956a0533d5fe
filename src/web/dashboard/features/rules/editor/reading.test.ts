import { expect, it } from 'vitest';
import { readingOf, rowsOf, textOf } from './reading.ts';

it.each([
  ['close > 100', 'all', 1],
  ['close crosses above sma(200) and volume > 2 * sma(volume, 20)', 'all', 2],
  ['close > 100 or close < 50 or rsi(14) > 70', 'any', 3],
])('shows %s as rows, and the rows say the same again', (text, join, count) => {
  const rows = rowsOf(text);
  expect([rows?.join, rows?.rows.length]).toEqual([join, count]);
  expect(textOf(rows!)).toBe(text);
});

it.each(['big_move(5)', 'not close > 1', 'close > 1 and (volume > 2 or close < 3)', 'close >'])(
  'leaves %s to the text',
  (text) => expect(rowsOf(text)).toBeNull(),
);

it('begins with one row, and says where a text is wrong', () => {
  expect(rowsOf(' ')?.rows).toHaveLength(1);
  expect(readingOf('close > 1').reading).toBe('The close is above 1.');
  expect(readingOf('close > smaa(2)').problem?.column).toBe(9);
});
