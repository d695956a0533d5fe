import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRule, readAnyRule, type ReadRule } from '../parse.ts';
import { printRule } from '../print.ts';
import { RuleProblem } from '../problem.ts';
import { conditionsAnywhere, problemOf } from '../rules.fixture.ts';
import { readTyped } from './typed.ts';

const orProblem = (text: string): ReadRule | RuleProblem => {
  try {
    return readAnyRule(text);
  } catch (error) {
    if (error instanceof RuleProblem) return error;
    throw error;
  }
};
const isReadAgain = ({ text, condition }: ReadRule): boolean =>
  isDeepStrictEqual(readAnyRule(text).condition, condition);

describe('conditions as chart platforms write them', () => {
  it.each([
    ['request.security(syminfo.tickerid, "45", close) > 5', 'close on 45m > 5'],
    [
      'request.security(syminfo.tickerid, "M", close) > request.security(syminfo.tickerid, "720", close)',
      'close on 1M > close on 12h',
    ],
    [
      'request.security(syminfo.tickerid, "3M", close) > request.security(syminfo.tickerid, "3", close)',
      'close on 3M > close on 3m',
    ],
    ['monthly close > 100 and RSI on the 45 min chart < 30', 'close on 1M > 100 and rsi(14) on 45m < 30'],
    ['close > ta.sma(close, 50)', 'close > sma(50)'],
    ['ta.crossover(close, ta.ema(close, 20))', 'close crosses above ema(20)'],
    ['crossunder(ema(9), ema(21))', 'ema(9) crosses below ema(21)'],
    ['close == open && volume != 0', 'close = open and not volume = 0'],
    ['close ≥ 100 || !(rsi ≤ 30)', 'close >= 100 or not rsi(14) <= 30'],
    ['hl2[1] < hlc3', '(high[1] + low[1]) / 2 < (high + low + close) / 3'],
    ['math.max(close, open) > math.abs(low)', 'max_of(close, open) > abs(low)'],
    ['max(close, 20) > 5 && close > 1', 'highest(20) > 5 and close > 1'],
    ['price between 90 and 110 and rsi < 50', 'close is inside (90, 110) and rsi(14) < 50'],
    ['close not between 90 and 110', 'close is outside (90, 110)'],
    ['volume > 3x average volume', 'volume > 3 * sma(volume, 20)'],
    ['volume > 3x average', 'volume > 3 * sma(volume, 20)'],
    ['price goes above 100', 'close crosses above 100'],
    ['price crosses above the 200 day moving average', 'close crosses above sma(200) on 1d'],
    ['RSI below 30', 'rsi(14) < 30'],
    ['close > 50 SMA', 'close > sma(50)'],
    ['close > sma50', 'close > sma(50)'],
    ['drops 5%', 'close moves down by 5%'],
    ['up 3% in 1h', 'close moves up by 3% within 1 hour'],
    ['volume > 1_000', 'volume > 1000'],
    ['volume > 1.5M', 'volume > 1500000'],
    ['close > $1,000', 'close > 1000'],
    ['close < 100 USD', 'close < 100'],
    ['4h rsi > 60 and daily 50 ema < close', 'rsi(14) on 4h > 60 and ema(50) on 1d < close'],
    ['price within 2% of sma(50)', 'close is inside (0.98 * sma(50), 1.02 * sma(50))'],
    ['rsi below 30 for 3 bars', 'count(rsi(14) < 30, 3) = 3'],
    ['rsi < 30, then close > open within 5 bars', 'close > open and barssince(rsi(14) < 30, 5)[1] < 5'],
    [
      'rsi < 30, then close > open within 5 bars, then volume > 100 within 3 bars',
      'volume > 100 and barssince(close > open and barssince(rsi(14) < 30, 5)[1] < 5, 3)[1] < 3',
    ],
    [
      'close > 5 then close > open within 4 bars and then volume > 1',
      'volume > 1 and barssince(close > open and barssince(close > 5, 4)[1] < 4, 4)[1] < 4',
    ],
    ['price breaks above premarket high', 'close crosses above premarket_high()'],
    ['bullish RSI divergence', 'bullish_divergence(low, rsi(14), 5, 60) = 1'],
    [
      'hidden bearish divergence and close < sma(20)',
      'hidden_bearish_divergence(high, rsi(14), 5, 60) = 1 and close < sma(20)',
    ],
    ['MACD bearish divergence', 'bearish_divergence(high, macd(12, 26), 5, 60) = 1'],
    ['bearish divergence on the MACD', 'bearish_divergence(high, macd(12, 26), 5, 60) = 1'],
    ['low < PML', 'low < premarket_low()'],
    [
      'close > vwap after 10:30 am on Mondays',
      'close > vwap() and clock(new_york) >= 1030 and dayofweek(new_york) = 2',
    ],
    ['(close + open)[2] > 5', 'close[2] + open[2] > 5'],
  ])('%s', (typed, becomes) => {
    const read = readAnyRule(typed);
    expect(read).toMatchObject({ text: becomes, isTranslated: true });
    expect(parseRule(becomes)).toEqual(read.condition);
  });

  it.each([
    ['close > alma(close, 9)', 8, 'Write hma(20)'],
    ['close > open ? 1 : 0', 13, 'Write `(a and b) or (not a and c)`'],
    ['close > 5 and close > sma(50) + 2%', 33, 'close > sma(50) * 1.02'],
    ['BTC drops 5%', 0, 'write `close of BTC`'],
    ['rsi < 30 then close > open', 14, 'Write `A, then B within 10 bars`'],
    ['crossover(close, sma(50)', 9, "Add ')'"],
    ['strategy.position_size > 0', 0, 'Leave it out'],
    ['ta.cci(close, 20) > 100', 0, 'Write cci(20)'],
    ['close > ta.macd(close, 12, 26, 9) && ath > 5', 37, '104-week high'],
  ])('%s: says where, and what to write', (typed, offset, accepted) => {
    const problem = problemOf(typed);
    expect({ offset: problem.offset, sentence: problem.sentence }).toEqual({
      offset,
      sentence: expect.stringContaining(accepted),
    });
  });

  it('never reads a rule of the language in another way', () => {
    fc.assert(
      fc.property(conditionsAnywhere, (condition) => {
        const text = printRule(condition);
        expect(readAnyRule(text)).toEqual({
          condition: parseRule(text),
          text,
          isTranslated: false,
          notes: [],
        });
      }),
    );
  });

  it('reads what it translates to the same way again, and ends for any text', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            ...'close price rsi ( ) [ ] 1 20 % > && || ! crosses above below drops then within for bars and or not x average volume day moving , = := ? ta.sma ema " \n if'.split(
              ' ',
            ),
          ),
          { maxLength: 14 },
        ),
        (words) => {
          const read = orProblem(words.join(' '));
          expect(read instanceof RuleProblem || isReadAgain(read)).toBe(true);
        },
      ),
    );
  });
});

describe('Pine Script', () => {
  it('fills in what a script assigns, and says which lines are not in the rule', () => {
    const read = readAnyRule(`//@version=5
indicator("Momentum", overlay=true)
len = input.int(14, "Length", minval=1)
fast = ta.ema(close, 12)
[macdLine, signalLine, _] = ta.macd(close, 12, 26, 9)
strong = ta.rsi(close, len) > 50 and
     ta.crossover(macdLine, signalLine)
plot(fast)
alertcondition(strong and close > fast[1], title="Up", message="{{ticker}}")
alertcondition(close < fast)`);
    expect(read.text).toBe(
      '(rsi(14) > 50 and macd(12, 26) crosses above macd_signal(12, 26, 9)) and close > ema(12)[1]',
    );
    expect(read.notes).toEqual([
      { line: 2, text: 'indicator isn’t part of the rule.' },
      { line: 8, text: 'plot draws on a chart, and isn’t part of the rule.' },
      { line: 10, text: 'A second alert. Make another rule for it.' },
    ]);
  });

  it.each([
    ['[st, dir] = ta.supertrend(3, 10)\nalertcondition(dir < 0)', '-supertrend_direction(10, 3) < 0'],
    [
      'up = ta.crossover(close, ta.sma(close, 9))\nif up\n    strategy.entry("L", strategy.long)',
      'close crosses above sma(9)',
    ],
    ['d = request.security(syminfo.tickerid, "D", ta.sma(close, 200))\nclose > d', 'close > sma(200) on 1d'],
    ['src = input(hl2)\nplotshape(src > ta.sma(src, 5))', '(high + low) / 2 > sma((high + low) / 2, 5)'],
  ])('%s', (script, becomes) => {
    expect(readAnyRule(script).text).toBe(becomes);
  });

  it.each([
    ['x = 0.0\nx := x + 1\nalertcondition(x > 5)', 2, 6],
    ['a = 5\nb = ta.pivothigh(close, 5, 5)\nalertcondition(b > a)', 2, 5],
  ])('%s: names the line that has no counterpart', (script, line, column) => {
    expect(problemOf(script)).toMatchObject({ line, column, helps: true });
  });
});

it('takes a text of any length for what it is', () => {
  expect(readTyped('1 '.repeat(7000))).toBeNull();
});
