import { describe, expect, it } from 'vitest';
import { conditionSchema } from './ast.ts';
import { parseRule } from './parse.ts';
import { printRule } from './print.ts';
import { readRule } from './read.ts';
import { problemOf } from './rules.fixture.ts';
import { sourceKey, sourcesOf } from './elsewhere.ts';

describe('figures and events of other symbols', () => {
  it.each<[string, string, string]>([
    [
      'close crosses above close of btcusdt',
      'close crosses above close of BTCUSDT',
      'The close crosses above the close of BTCUSDT.',
    ],
    [
      'rsi(14) of ES > 70 and close > sma(50)',
      'rsi(14) of ES > 70 and close > sma(50)',
      'The 14-bar RSI of ES is above 70 and the close is above its 50-bar average.',
    ],
    [
      'close / close of binance:ethusdt crosses above 20',
      'close / close of BINANCE:ETHUSDT crosses above 20',
      'The close divided by the close of BINANCE:ETHUSDT crosses above 20.',
    ],
    [
      'sma(close / close of "btc-usd", 20) > 2 * sma(20)[1] of "BTC-USD"',
      'sma(close / close of "BTC-USD", 20) > 2 * sma(20)[1] of "BTC-USD"',
      'The 20-bar average of the close divided by the close of BTC-USD is above 2 times the 20-bar average of the close of BTC-USD one bar before.',
    ],
    [
      'close > 52-week high of LOW',
      'close > 52-week high of LOW',
      'The close is above the 52-week high of LOW.',
    ],
    [
      '(high - low) of ES > -close of "AND"',
      '(high - low) of ES > -close of "AND"',
      'The value of ES for the high minus the low is above minus the close of AND.',
    ],
    [
      'close[1] of ES moves up by 2%',
      'close[1] of ES moves up by 2%',
      'The close of ES one bar before goes up by 2% or more from one bar to the next.',
    ],
    [
      'not gap(3) of spy within 2 bars',
      'not gap(3) of SPY within 2 bars',
      'It is not true that (on SPY, the open is 3% or more away from the close before it, on this bar or the one before).',
    ],
  ])('%s', (text, canonical, reading) => {
    const condition = parseRule(text);
    expect(printRule(condition)).toBe(canonical);
    expect(parseRule(canonical)).toEqual(condition);
    expect(readRule(condition)).toBe(reading);
  });

  it.each<[string, number, string]>([
    ['close of > 5', 9, `a symbol such as ES or "BTC-USD" was expected, not '>'.`],
    ['close of and close > 5', 9, `a symbol such as ES or "BTC-USD" was expected, not 'and'.`],
    ['5 of ES > 1', 2, 'a number is of no symbol.'],
    [
      'close of ES of NQ > 1',
      12,
      "a comparison such as '>', 'crosses above', 'enters' or 'moves up' was expected, not 'of'.",
    ],
    ['sma(close of ES, 20) of NQ > 1', 21, 'this is of another symbol or timeframe already.'],
    ['close of ES[1] > 5', 11, 'how many bars before is written ahead of the symbol, as in close[1] of ES.'],
    [
      'close > close of BTC-USD',
      21,
      `a price, a number or an indicator was expected, not 'usd'. A symbol with signs is written in quotes: of "BTC-USD".`,
    ],
    ['close of "ES\n" > 5', 9, 'the quotes of a symbol end on the line on which they begin.'],
    ['close of "é" > 5', 9, `"é" isn't a symbol.`],
    ['close of "" > 5', 9, `"" isn't a symbol.`],
    ['close > "ES"', 8, "a price, a number or an indicator was expected, not 'ES'."],
    [
      Array.from({ length: 11 }, (_, at) => `close of S${at} > 1`).join(' and '),
      209,
      'a rule names 10 other symbols and timeframes at most.',
    ],
  ])('%s: what is wrong, and where', (text, offset, sentence) => {
    const problem = problemOf(text);
    expect(problem.sentence).toBe(sentence);
    expect(problem.offset).toBe(offset);
  });

  it('names the symbols once each, in order', () => {
    expect(
      sourcesOf(parseRule('close of NQ > 1 or sma(close of ES, 3) > 2'), parseRule('gap(3) of ES')).map(
        sourceKey,
      ),
    ).toEqual(['ES', 'NQ']);
    expect(sourcesOf(parseRule('close > 1'))).toEqual([]);
  });

  it('the schema takes no symbol within another, and none in small letters', () => {
    const within = {
      symbol: 'NQ',
      value: { call: 'sma', of: { symbol: 'ES', value: { price: 'high' } }, args: [3] },
    };
    const test = (left: unknown): unknown => ({ test: '>', left, right: { number: 1 } });
    expect(conditionSchema.safeParse(test(within)).success).toBe(false);
    expect(conditionSchema.safeParse(test({ symbol: 'es', value: { price: 'close' } })).success).toBe(false);
    expect(conditionSchema.safeParse(test({ symbol: 'ES', value: { price: 'close' } })).success).toBe(true);
  });
});
