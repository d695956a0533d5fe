import { expect, it } from 'vitest';
import { EVENT_NAMES } from '#src/shared/rules/events.ts';
import { EVENT, FIRST_ROW, readingOf, rowsOf, TESTS, textOf, usualFigures, withTest } from './reading.ts';

it.each([
  ['close > 100', 'all', 1],
  ['close crosses above sma(200) and volume > 2 * sma(volume, 20)', 'all', 2],
  ['close > 100 or close < 50 or rsi(14) > 70', 'any', 3],
  ['close enters (bb_lower(20, 2), bb_upper(20, 2)) and rsi(14) is outside (30, 70)', 'all', 2],
  ['close leaves (95, 105) or close is inside (1, 2)', 'any', 2],
  ['close moves up by 5% within 2 hours and volume moves down by 100', 'all', 2],
  ['close moves down by 3 within 10 bars', 'all', 1],
  ['close crosses above 52-week high', 'all', 1],
  ['rsi(14) of ES > 70 and close > close of "BTC-USD"', 'all', 2],
  ['(high - low) of ES moves up by 5% and close / close of ES crosses above 20', 'all', 2],
  ['close of ES enters (95, high of ES) or big_move(5) of SPY', 'any', 2],
  ['close crosses above sma(200) on 1d or new_high(252, 20) of ES on 1d', 'any', 2],
  ['close on 1w moves up by 5% and rsi(14) on 1h is outside (30, high on 4h)', 'all', 2],
  ['opening_range_break(30, up, new_york) and round_number(auto, either)', 'all', 2],
  ['candle(morning_star, 5) or streak(5, down) or gap(3)', 'any', 3],
])('shows %s as rows, and the rows say the same again', (text, join, count) => {
  const rows = rowsOf(text);
  expect([rows?.join, rows?.rows.length]).toEqual([join, count]);
  expect(textOf(rows!)).toBe(text);
});

it.each(['big_move(5) within 3 bars', 'not close > 1', 'close > 1 and (volume > 2 or close < 3)', 'close >'])(
  'leaves %s to the text',
  (text) => expect(rowsOf(text)).toBeNull(),
);

it('begins with one row, and says where a text is wrong', () => {
  expect(rowsOf(' ')?.rows).toHaveLength(1);
  expect(readingOf('close > 1').reading).toBe('The close is above 1.');
  expect(readingOf('close > smaa(2)').problem?.column).toBe(9);
});

it('is of another symbol where one is chosen, and of its own again', () => {
  const row = {
    ...FIRST_ROW,
    left: 'high - low',
    leftFrom: { symbol: 'ES' },
    right: 'sma(20)',
    rightFrom: { symbol: 'BRK.B' },
  };
  const text = textOf({ join: 'all', rows: [row] });
  expect(text).toBe('(high - low) of ES crosses above sma(20) of BRK.B');
  expect(rowsOf(text)?.rows).toEqual([row]);
  expect(textOf({ join: 'all', rows: [{ ...row, leftFrom: {}, rightFrom: {} }] })).toBe(
    'high - low crosses above sma(20)',
  );
  expect(withTest(row, EVENT)).toMatchObject({ leftFrom: { symbol: 'ES' }, rightFrom: {} });
});

it('is of another timeframe where one is chosen, each edge of a channel by itself', () => {
  const row = {
    ...FIRST_ROW,
    left: 'high + low',
    leftFrom: { timeframe: '1d' as const },
    test: 'enters',
    right: 'low',
    rightFrom: { symbol: 'ES', timeframe: '1w' as const },
    more: 'bb_upper(20, 2)',
    moreFrom: { symbol: 'BTC-USD' },
  };
  const text = textOf({ join: 'all', rows: [row] });
  expect(text).toBe('(high + low) on 1d enters (low of ES on 1w, bb_upper(20, 2) of "BTC-USD")');
  expect(rowsOf(text)?.rows).toEqual([row]);
  // A number that takes a figure's place is from nowhere.
  expect(textOf({ join: 'all', rows: [{ ...row, right: '95' }] })).toContain('(95, bb_upper');
  const event = { ...withTest(row, EVENT), left: 'gap', right: '3' };
  expect(textOf({ join: 'all', rows: [event] })).toBe('gap(3) on 1d');
});

it('is a rule whatever is chosen in a row', () => {
  for (const { value } of TESTS.flatMap(({ tests }) => tests)) {
    const text = textOf({ join: 'all', rows: [withTest(FIRST_ROW, value)] });
    expect(readingOf(text).problem, text).toBeNull();
    expect(rowsOf(text)?.rows[0]?.test).toBe(value);
  }
  for (const left of EVENT_NAMES) {
    const row = { ...FIRST_ROW, left, test: EVENT, right: usualFigures(left) };
    expect(readingOf(textOf({ join: 'all', rows: [row] })).problem, left).toBeNull();
  }
});
