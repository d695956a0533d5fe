import { expect, it } from 'vitest';
import { neverTrue } from './never-true.ts';
import { parseRule } from './parse.ts';

const why = (text: string) => neverTrue(parseRule(text));

it('says what a figure can be, where a rule asks for more', () => {
  expect(why('rsi(14) > 170')).toBe(
    'This is never true: rsi(14) is always from 0 to 100. Compare it with another value than 170.',
  );
  for (const text of [
    'rsi(14) >= 100.5',
    'rsi(14) crosses above 100',
    'rsi(14) crosses 130',
    'sma(rsi(14), 5) > 100',
    '2 * rsi(14) > 200',
    'williams_r(14) > 0',
    'volume < 0',
    'rsi(14) on 1d = -1',
    'rsi(14) enters (110, 120)',
    'rsi(14) leaves (0, 100)',
    'rsi(14) moves up by 101',
    '1 > 2',
    'close > 5 and rsi(14) > 170',
    'rsi(14) > 170 or rsi(14) < -5',
    'close > 5 and close < 3',
    'close > 5 and close = 5',
  ])
    expect([text, why(text)]).toEqual([text, expect.stringMatching(/^This is never true: /)]);
});

it('suggests the form of an extreme that leaves the bar out', () => {
  expect(why('close > highest(high, 20)')).toBe(
    'This is never true: highest(high, 20) includes the bar itself, so close is never above it. Use highest(high, 20)[1] to leave the bar out.',
  );
  expect(why('close crosses below lowest(low, 10)')).toContain(
    'Use lowest(low, 10)[1] to leave the bar out.',
  );
  expect(why('close > donchian_upper(20)')).toContain('Use donchian_upper(20)[1]');
  expect(why('highest(close, 5) < close')).toContain('includes the bar itself');
  expect(why('close of ES > highest(high, 20) of ES')).toContain('includes the bar itself');
  expect(why('close > high')).toContain('never above high of the same bar');
});

it('says nothing about what can be true', () => {
  for (const text of [
    'rsi(14) > 70',
    'rsi(14) >= 100',
    'close > highest(high, 20)[1]',
    'close >= highest(close, 20)',
    'high > highest(close, 20)',
    'close of ES > highest(high, 20)',
    'close > 52-week high',
    'close < 0',
    'high[1] > high',
    'close > 3 and close < 5',
    'close >= 5 and close <= 5',
    'not rsi(14) > 170',
    'rsi(14) > 170 or close > 5',
    'rsi(14) leaves (30, 70)',
    'volume / avg(volume, 20) > 1000',
    'macd_hist() > 500',
    'big_move(5)',
  ])
    expect([text, why(text)]).toEqual([text, null]);
});
