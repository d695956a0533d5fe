import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionSchema, type Condition } from './ast.ts';
import { parseRule } from './parse.ts';
import { printRule } from './print.ts';
import { RuleProblem } from './problem.ts';
import { readRule } from './read.ts';
import { timeframeProblem } from './timeframe-problem.ts';
import { conditions } from './rules.fixture.ts';

describe('text and form', () => {
  it('reading what was printed gives the same condition', () => {
    fc.assert(
      fc.property(conditions, (condition) => {
        const text = printRule(condition);
        expect(parseRule(text)).toEqual(condition);
        expect(printRule(parseRule(text))).toBe(text);
      }),
      { numRuns: 400 },
    );
  });

  it('the schema takes every condition, also after a way through JSON', () => {
    fc.assert(
      fc.property(conditions, (condition) => {
        expect(conditionSchema.parse(JSON.parse(JSON.stringify(condition)))).toEqual(condition);
      }),
    );
  });

  it('every condition can be told in words', () => {
    fc.assert(
      fc.property(conditions, (condition) => {
        expect(readRule(condition)).toMatch(/^[^a-z].*\.$/s);
        expect(readRule(condition)).not.toMatch(/undefined|\$\d/);
      }),
    );
  });

  it('any text is either a rule or a problem with a place in it', () => {
    const words = fc.constantFrom(
      'close',
      'sma',
      '(',
      ')',
      '200',
      'and',
      'crosses',
      'above',
      '>',
      'within',
      'bars',
      'not',
      ',',
      'volume',
      '*',
      '[',
      ']',
      '%',
      'é',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words, { maxLength: 25 }).map((all) => all.join(' ')),
        ),
        (text) => {
          let problem: RuleProblem | null = null;
          let rule: Condition | null = null;
          try {
            rule = parseRule(text);
          } catch (error) {
            if (!(error instanceof RuleProblem)) throw error;
            problem = error;
          }
          expect(rule && parseRule(printRule(rule))).toEqual(rule);
          expect(problem?.offset ?? 0).toBeLessThanOrEqual(text.length);
          expect(problem?.line ?? 1).toBeGreaterThan(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('what is written and what it means', () => {
  it.each<[string, string, string]>([
    [
      'close crosses above sma(200) and volume > 2 * avg(volume, 20)',
      'close crosses above sma(200) and volume > 2 * sma(volume, 20)',
      'The close crosses above its 200-bar average and the volume is above 2 times its 20-bar average.',
    ],
    ['CLOSE > 100', 'close > 100', 'The close is above 100.'],
    ['rsi crosses below 30', 'rsi(14) crosses below 30', 'The 14-bar RSI crosses below 30.'],
    [
      'close moves up by 5% within 3 bars',
      'close moves up by 5% within 3 bars',
      'The close goes up by 5% or more within 3 bars.',
    ],
    ['close falls 2', 'close moves down by 2', 'The close goes down by 2 or more from one bar to the next.'],
    [
      'close enters channel (95, 105)',
      'close enters (95, 105)',
      'The close enters the channel from 95 to 105.',
    ],
    ['close is above close[1]', 'close > close[1]', 'The close is above the close one bar before.'],
    [
      '(close crosses above ema(50)) within 5 bars',
      'close crosses above ema(50) within 5 bars',
      'The close crosses above its 50-bar exponential average, on this bar or one of the 4 before.',
    ],
    [
      'any(close > 1, not close < 2)',
      'close > 1 or not close < 2',
      'Either the close is above 1 or it is not true that the close is below 2.',
    ],
    [
      '(high + low) / 2 > sma(close, 10)',
      '(high + low) / 2 > sma(10)',
      'The high plus the low divided by 2 is above the 10-bar average of the close.',
    ],
    [
      'close > 1 # why\n and (close < 3)',
      'close > 1 and close < 3',
      'The close is above 1 and the close is below 3.',
    ],
    ['change(5) > 3', 'change(5) > 3', 'The change over 5 bars of the close is above 3.'],
    ['change_pct(5) > 3', 'change_pct(5) > 3', 'The percent change over 5 bars of the close is above 3.'],
    ['roc > 3', 'roc(9) > 3', 'The rate of change over 9 bars of the close is above 3.'],
    [
      'close crosses vwap',
      'close crosses vwap()',
      'The close crosses the volume-weighted average price of the day (VWAP).',
    ],
    [
      'stoch_k > stoch_d',
      'stoch_k(14, 1) > stoch_d(14, 1, 3)',
      'The stochastic %K (14, 1) is above the stochastic %D (14, 1, 3).',
    ],
    [
      'close > keltner_upper',
      'close > keltner_upper(20, 2, 10)',
      'The close is above the upper Keltner channel (20 bars, 2 × ATR 10).',
    ],
    [
      'macd crosses macd_signal',
      'macd(12, 26) crosses macd_signal(12, 26, 9)',
      'The MACD (12, 26) crosses the MACD signal line (12, 26, 9).',
    ],
    ['-close < -5', '-close < -5', 'Minus the close is below -5.'],
    [
      'close > highest(high, 252)[1]',
      'close > highest(high, 252)[1]',
      'The close is above the 252-bar high of the high one bar before.',
    ],
  ])('%s', (text, printed, words) => {
    expect(printRule(parseRule(text))).toBe(printed);
    expect(readRule(parseRule(text))).toBe(words);
  });

  it.each<[string, number, number, string]>([
    ['', 1, 1, 'a rule was expected, such as close > 100.'],
    [
      'close',
      1,
      6,
      "a comparison such as '>', 'crosses above', 'enters' or 'moves up' was expected, not the end of the rule.",
    ],
    ['clsoe > 5', 1, 1, "a price, a number or an indicator was expected, not 'clsoe'. Did you mean 'close'?"],
    [
      'close > vwap(20)',
      1,
      14,
      'vwap is of the trading day and has no figures. For a number of bars, use rolling_vwap(20).',
    ],
    ['close > sms(20)', 1, 9, "there is no 'sms'. Did you mean 'sma'?"],
    [
      'close crosess above 5',
      1,
      7,
      "a comparison such as '>', 'crosses above', 'enters' or 'moves up' was expected, not 'crosess'. Did you mean 'crosses'?",
    ],
    ['close >', 1, 8, 'a price, a number or an indicator was expected, not the end of the rule.'],
    [
      'close > 5 adn volume > 3',
      1,
      11,
      "'and', 'or', 'within' or the end of the rule was expected, not 'adn'. Did you mean 'and'?",
    ],
    ['close > sma(0)', 1, 13, 'bars of sma is from 1 to 1000.'],
    ['close > sma(2.5)', 1, 13, 'bars of sma is a whole number.'],
    ['close > sma(20, 30)', 1, 17, 'sma has fewer figures than that; it has: bars.'],
    ['close > atr(close, 14)', 1, 13, 'atr is computed from whole bars and takes figures only.'],
    ['close > sma(20', 1, 15, "',' or ')' was expected, not the end of the rule."],
    ['close > 5\n  and volume ! 3', 2, 14, "'!' has no meaning here."],
    ['(close > 5', 1, 11, "')' was expected, not the end of the rule."],
    ['close[0] > 5', 1, 7, 'a whole number of bars from 1 to 2000 was expected, not 0.'],
    ['close > 5 within 1.5 bars', 1, 18, 'a whole number of bars from 1 to 2000 was expected, not 1.5.'],
    ['close moves up by 0', 1, 19, 'the amount of a move is above zero.'],
    ['close is neat', 1, 10, "'inside', 'outside', 'above' or 'below' was expected, not 'neat'."],
    ['all(close > 5)', 1, 1, 'all joins two conditions or more.'],
  ])('%j is refused at %d:%d', (text, line, column, sentence) => {
    const refused = (): Condition => parseRule(text);
    expect(refused).toThrow(RuleProblem);
    expect(refused).toThrow(expect.objectContaining({ line, column, sentence }) as Error);
  });

  it('points at the place', () => {
    expect(() => parseRule('volume > 1 and\nclose > smaa(20)')).toThrow(
      "Line 2, column 9: there is no 'smaa'. Did you mean 'sma'?\n  close > smaa(20)\n          ^",
    );
  });

  it('takes no rule without an end', () => {
    expect(() => parseRule(`${'('.repeat(5000)}close`)).toThrow('nested too deep');
    expect(() => parseRule('close > 1 and '.repeat(2000))).toThrow('at most 16000 characters');
    expect(() => parseRule(`${'not '.repeat(2000)}close > 1`)).toThrow('nested too deep');
  });

  it('takes as much as can be stored and read again, and no more', () => {
    const sum = (signs: number) => `close > ${Array.from({ length: signs + 1 }, () => '1').join('+')}`;
    const most = parseRule(sum(200));
    expect(conditionSchema.parse(JSON.parse(JSON.stringify(most)))).toEqual(most);
    expect(() => parseRule(sum(201))).toThrow('200 signs at most');
    const many = (count: number) => Array.from({ length: count }, (_, n) => `close > ${n}`);
    expect(conditionSchema.parse(parseRule(many(50).join(' or ')))).toHaveProperty('any.length', 50);
    expect(() => parseRule(many(51).join(' or '))).toThrow("'or' joins 50 conditions at most");
    expect(() => parseRule(`all(${many(51).join(', ')})`)).toThrow('50 conditions are joined at most');
  });

  it('refuses a form that is nested without an end, without going in', () => {
    const nested = JSON.parse(`${'{"not":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as unknown;
    expect(conditionSchema.safeParse(nested).error?.issues[0]?.message).toBe('The rule is nested too deep.');
  });
});

describe('times', () => {
  it.each([
    ['close moves up by 5% within 2 hours', 'The close goes up by 5% or more within 2 hours.'],
    ['close falls 3 within 90 minutes', 'The close goes down by 3 or more within 90 minutes.'],
    ['close moves up by 1% within 24 hours', 'The close goes up by 1% or more within 1 day.'],
    ['close crosses above 52-week high', 'The close crosses above its 52-week high.'],
    ['low < 20-day low', 'The low is below the 20-day low.'],
    [
      'close > 1 within 2 hours',
      'The close is above 1, on this bar or one that began less than 2 hours before.',
    ],
    ['not (close > 1 and close < 3)', 'It is not true that (the close is above 1 and the close is below 3).'],
    [
      'not close > 1 within 1 bar and close < 3',
      'It is not true that (the close is above 1, on this bar) and the close is below 3.',
    ],
    [
      '(close > 1 or close < 3) within 2 bars and (close > 2 and close < 4)',
      '(Either the close is above 1 or the close is below 3), on this bar or the one before and (the close is above 2 and the close is below 4).',
    ],
    ['close exits (1, 2)', 'The close leaves the channel from 1 to 2.'],
    ['close is greater than 5 and close is less than 6', 'The close is above 5 and the close is below 6.'],
    [
      'close crosses up 5 or close crosses down 4',
      'Either the close crosses above 5 or the close crosses below 4.',
    ],
  ])('%s', (text, reading) => {
    expect(readRule(parseRule(text))).toBe(reading);
    expect(parseRule(printRule(parseRule(text)))).toEqual(parseRule(text));
  });

  it.each([
    ['close moves up by 5% within 2', "'bars' or a time such as 'hours' was expected"],
    ['close moves up by 5% within 2 houres', "Did you mean 'hours'?"],
    ['close > 52-week', "'high' or 'low' was expected"],
    ['close > 900-week high', 'a time is whole minutes, up to 104 weeks.'],
    ['close moves up by 5% within 0.1 minutes', 'a time is whole minutes'],
  ])('%s: %s', (text, sentence) => {
    expect(() => parseRule(text)).toThrow(sentence);
  });

  it.each([
    [
      'close moves up by 5% within 2 hours',
      '1d',
      '2 hours is less than one bar of 1d: choose smaller bars or a longer time.',
    ],
    ['close moves up by 5% within 2 hours', '1h', null],
    [
      'close > 52-week high',
      '1h',
      '52 weeks are more bars of 1h than a rule looks back on: choose 4h bars or a shorter time.',
    ],
    ['not (close > 52-week high within 3 bars)', '1d', null],
    [
      'opening_range_break(30, up, new_york)',
      '1h',
      'An opening range of 30 minutes needs bars of 30 minutes or less, not 1h.',
    ],
    ['close > 1 and opening_range_break(30, up, utc)', '15m', null],
    [
      'opening_range_break(720, up, utc)',
      '1d',
      'An opening range of 720 minutes needs bars of 60 minutes or less, not 1d.',
    ],
    ['close crosses above vwap', '4h', null],
    [
      'close crosses above vwap',
      '1d',
      'VWAP begins anew every trading day, so on 1d bars it isn’t an average. Choose bars of 4h or less, or use rolling_vwap(20).',
    ],
    [
      'close on 1h > sma(vwap on 1w, 3)',
      '1h',
      'VWAP begins anew every trading day, so on 1w bars it isn’t an average. Choose bars of 4h or less, or use rolling_vwap(20).',
    ],
    ['close > vwap on 15m', '1d', null],
  ] as const)('%s on %s: %s', (text, timeframe, problem) => {
    expect(timeframeProblem(parseRule(text), timeframe)).toBe(problem);
  });
});
