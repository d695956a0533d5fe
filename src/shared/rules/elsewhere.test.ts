import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIMEFRAMES } from '../market.ts';
import { conditionSchema } from './ast.ts';
import { sourceKey, sourcesOf } from './elsewhere.ts';
import { parseRule } from './parse.ts';
import { printRule } from './print.ts';
import { readRule } from './read.ts';
import { conditionsAnywhere, problemOf } from './rules.fixture.ts';
import { timeframeProblem } from './timeframe-problem.ts';

describe('figures and events from elsewhere', () => {
  it('reading what was printed gives the same condition, and so does the way through JSON', () => {
    fc.assert(
      fc.property(conditionsAnywhere, (condition) => {
        const text = printRule(condition);
        expect(parseRule(text)).toEqual(condition);
        expect(printRule(parseRule(text))).toBe(text);
        expect(conditionSchema.parse(JSON.parse(JSON.stringify(condition)))).toEqual(condition);
        expect(readRule(condition)).toMatch(/^[^a-z].*\.$/s);
        expect(readRule(condition)).not.toMatch(/undefined|\$\d/);
      }),
      { numRuns: 400 },
    );
  });

  it.each<[string, string, string]>([
    [
      'close crosses above sma(200) ON 1D',
      'close crosses above sma(200) on 1d',
      'The close crosses above the 200-bar average of the close on daily bars.',
    ],
    [
      'close of es on 1h > 100 and rsi on 15m of ES < 30',
      'close of ES on 1h > 100 and rsi(14) of ES on 15m < 30',
      'The close of ES on hourly bars is above 100 and the 14-bar RSI of ES on 15-minute bars is below 30.',
    ],
    [
      '(high - low)/close on 1w > atr[1] on 1w',
      '(high - low) / close on 1w > atr(14)[1] on 1w',
      'The high minus the low divided by the close on weekly bars is above the 14-bar average true range on weekly bars one bar before.',
    ],
    [
      'sma(close on 1d, 20) > (sma(20) + 1) on 1d',
      'sma(close on 1d, 20) > (sma(20) + 1) on 1d',
      'The 20-bar average of the latest close on daily bars is above the value on daily bars for the 20-bar average of the close plus 1.',
    ],
    [
      'new_high(252, 20) on 1d and not gap(3) of spy on 1w within 2 bars',
      'new_high(252, 20) on 1d and not gap(3) of SPY on 1w within 2 bars',
      'On daily bars, the close is above the highest high of the 252 bars before it, and was not in the 20 bars before and it is not true that (on weekly bars of SPY, the open is 3% or more away from the close before it, on this bar or the one before).',
    ],
    ['close of on on 5m > 1', 'close of ON on 5m > 1', 'The close of ON on 5-minute bars is above 1.'],
    [
      '52-week high on 4h crosses close of "S&P 500" on 1m',
      '52-week high on 4h crosses close of "S&P 500" on 1m',
      'The 52-week high on 4-hour bars crosses the close of S&P 500 on 1-minute bars.',
    ],
  ])('%s', (text, canonical, reading) => {
    const condition = parseRule(text);
    expect(printRule(condition)).toBe(canonical);
    expect(parseRule(canonical)).toEqual(condition);
    expect(readRule(condition)).toBe(reading);
  });

  it.each<[string, number, string]>([
    [
      'close > sma(50) on 5h',
      19,
      'there are no bars of 5h; there are 1m, 2m, 3m, 5m, 10m, 15m, 30m, 45m, 1h, 2h, 3h, 4h, 6h, 8h, 12h, 1d, 1w, 1M, 3M and 12M.',
    ],
    [
      'close on 5M > 5',
      9,
      'there are no bars of 5M; there are 1m, 2m, 3m, 5m, 10m, 15m, 30m, 45m, 1h, 2h, 3h, 4h, 6h, 8h, 12h, 1d, 1w, 1M, 3M and 12M.',
    ],
    [
      'close on fortnightly > 5',
      9,
      'there are no bars of fortnightly; there are 1m, 2m, 3m, 5m, 10m, 15m, 30m, 45m, 1h, 2h, 3h, 4h, 6h, 8h, 12h, 1d, 1w, 1M, 3M and 12M.',
    ],
    ['close on > 5', 9, "a timeframe such as 1d was expected, not '>'."],
    ['close on', 8, 'a timeframe such as 1d was expected, not the end of the rule.'],
    ['5 on 1d > 1', 2, 'a number is of no timeframe.'],
    [
      'close > sma(obv(), 5) on 1d',
      22,
      'on-balance volume counts on from its first bar, and is asked of the rule’s own bars alone.',
    ],
    ['sma(close on 1h, 20) on 1d > 1', 21, 'this is of another symbol or timeframe already.'],
    [
      'close on 1d[1] > 5',
      11,
      'how many bars before is written ahead of the timeframe, as in close[1] on 1d.',
    ],
    [
      'close on 1d on 1h > 5',
      12,
      "a comparison such as '>', 'crosses above', 'enters' or 'moves up' was expected, not 'on'.",
    ],
    [
      TIMEFRAMES.map((each) => `close on ${each} > 1 and close of A on ${each} > 1`).join(' and '),
      236,
      'a rule names 10 other symbols and timeframes at most.',
    ],
  ])('%s: what is wrong, and where', (text, offset, sentence) => {
    const problem = problemOf(text);
    expect(problem.sentence).toBe(sentence);
    expect(problem.offset).toBe(offset);
  });

  it('are known by symbol and timeframe, once each', () => {
    const rule = parseRule('close of ES > 1 or sma(close of ES on 1d, 3) > close on 1d or gap(3) on 1d');
    expect(sourcesOf(rule).map(sourceKey)).toEqual(['ES', 'ES on 1d', 'on 1d']);
  });

  it('the schema takes a timeframe alone, but not nothing, an unknown one, or one within another', () => {
    const is = (left: unknown): boolean =>
      conditionSchema.safeParse({ test: '>', left, right: { number: 1 } }).success;
    const value = { price: 'close' };
    expect(is({ timeframe: '1d', value })).toBe(true);
    expect(is({ symbol: 'ES', timeframe: '1d', value })).toBe(true);
    expect(is({ value })).toBe(false);
    expect(is({ timeframe: '5h', value })).toBe(false);
    expect(is({ timeframe: '1d', value: { call: 'sma', of: { timeframe: '1h', value }, args: [3] } })).toBe(
      false,
    );
    const happens = { event: 'gap', args: [3] };
    expect(conditionSchema.safeParse({ timeframe: '1w', happens }).success).toBe(true);
    expect(conditionSchema.safeParse({ happens }).success).toBe(false);
  });

  it('a month is 1M and a minute 1m, and other timeframes are read in any case', () => {
    const on = (text: string) =>
      sourcesOf(parseRule(`close on ${text} > 5`)).map(({ timeframe }) => timeframe);
    expect(
      ['1M', '1m', '3M', '3m', '12M', '45M', '45m', '12H', '1D'].map((text) =>
        text === '45M' ? [] : on(text),
      ),
    ).toEqual([['1M'], ['1m'], ['3M'], ['3m'], ['12M'], [], ['45m'], ['12h'], ['1d']]);
    expect(problemOf('close on 45M > 5').sentence).toContain('there are no bars of 45M');
  });

  it('times are held to the bars that they are on', () => {
    const problem = (text: string, on: (typeof TIMEFRAMES)[number]) => timeframeProblem(parseRule(text), on);
    expect(problem('close > 52-week high', '1m')).toContain('more bars of 1m');
    expect(problem('close > 52-week high on 1d', '1m')).toBeNull();
    expect(problem('close > 4-hour high on 1d', '1m')).toContain('less than one bar of 1d');
    expect(problem('close > 4-hour high of ES on 1h and close > 1 within 2 days', '1d')).toBeNull();
    expect(problem('opening_range_break(30, up, new_york)', '1d')).toContain('not 1d');
    expect(problem('opening_range_break(30, up, new_york) on 5m', '1d')).toBeNull();
    expect(problem('opening_range_break(30, up, new_york) on 1d', '5m')).toContain('not 1d');
  });
});
