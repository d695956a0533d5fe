import fc from 'fast-check';
import { TIMEFRAMES, type Timeframe } from '../market.ts';
import { countsOn, CHANNEL_TESTS, COMPARISONS, type Condition, type Operand, type Source } from './ast.ts';
import { PRICES } from './prices.ts';
import { MOST_OTHERS, sourcesOf } from './elsewhere.ts';
import { FUNCTION_NAMES, FUNCTIONS } from './functions.ts';
import { MATH_NAMES, MATH } from './math.ts';
import { parseRule } from './parse.ts';
import { RuleProblem } from './problem.ts';

const figure = fc.oneof(
  fc.integer({ min: -500, max: 500 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => (value === 0 ? 0 : value)),
);
const back = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });
const withBack = <T extends object>(operand: T, bars: number | undefined): T =>
  bars === undefined ? operand : { ...operand, back: bars };

const price = fc
  .record({ price: fc.constantFrom(...PRICES), bars: back })
  .map(({ price: name, bars }): Operand => withBack({ price: name }, bars));

/** Plain ones, ones that are words of the language, and ones that have to stand in quotes. */
const symbols = fc.constantFrom(
  'ES',
  'BINANCE:BTCUSDT',
  'BRK.B',
  'LOW',
  '600519.SS',
  'BTC-USD',
  '^GSPC',
  'AND',
  'S&P 500',
);

const PLAIN_NAMES = FUNCTION_NAMES.filter((name) =>
  ['values', 'bars', 'day'].includes(FUNCTIONS[name]?.from ?? ''),
);
const WHEN_NAMES = ['barssince', 'count', 'valuewhen', 'followed_median'] as const;

/** Operands over bars of one symbol: what the parser can make, and nothing else. */
export const operands: fc.Arbitrary<Operand> = fc.letrec<{ operand: Operand }>((tie) => ({
  operand: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    price,
    fc.record({
      extreme: fc.constantFrom('high' as const, 'low' as const),
      minutes: fc.constantFrom(1440, 4 * 1440, 7 * 1440, 90),
    }),
    figure.map((number): Operand => ({ number })),
    fc
      .record({
        name: fc.constantFrom(...PLAIN_NAMES),
        of: fc.option(tie('operand'), { nil: undefined }),
        bars: back,
        length: fc.integer({ min: 2, max: 6 }),
      })
      .map(({ name, of, bars, length }): Operand => {
        const spec = FUNCTIONS[name];
        const args = (spec?.params ?? []).map((param) => (param.whole ? length : Math.min(2, param.most)));
        const isClose = of && 'price' in of && of.price === 'close' && of.back === undefined;
        const source = spec?.from === 'values' && of && !isClose ? { of } : {};
        return withBack({ call: name, ...source, args }, bars);
      }),
    tie('operand').map((negate): Operand => ({ negate })),
    fc
      .record({ name: fc.constantFrom(...MATH_NAMES), a: tie('operand'), b: tie('operand') })
      .map(({ name, a, b }): Operand => ({ math: name, of: MATH[name][1] === 1 ? [a] : [a, b] })),
    fc
      .record({ call: fc.constantFrom(...WHEN_NAMES), a: tie('operand'), b: tie('operand'), bars: back })
      .map(({ call, a, b, bars }): Operand => {
        const when: Condition = { test: '>', left: a, right: b };
        if (call === 'valuewhen') return withBack({ call, when, of: b, args: [1, 9] }, bars);
        if (call === 'followed_median') return withBack({ call, when, of: b, args: [2, 3, 9] }, bars);
        return withBack({ call, when, args: [4] }, bars);
      }),
    fc.record({
      op: fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const),
      left: tie('operand'),
      right: tie('operand'),
    }),
  ),
})).operand;

const figures = operands.filter((each) => !('number' in each) && !countsOn(each));
/** As `operands`, and some of them from elsewhere. */
const fromAnywhere = (sources: fc.Arbitrary<Source>): fc.Arbitrary<Operand> =>
  fc.oneof(
    { weight: 3, arbitrary: operands },
    {
      weight: 1,
      arbitrary: fc
        .record({ source: sources, value: figures })
        .map(({ source, value }): Operand => ({ ...source, value })),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({ source: sources, left: operands, right: figures })
        .map(({ source, left, right }): Operand => ({
          call: 'sma',
          of: { op: '/', left, right: { ...source, value: right } },
          args: [3],
        })),
    },
  );

const bars = fc.integer({ min: 1, max: 8 });
const spans = fc.oneof(
  bars,
  fc.constantFrom(1440, 2880, 5 * 1440, 90).map((minutes) => ({ minutes })),
);
const several = (item: fc.Arbitrary<Condition>) => fc.array(item, { minLength: 2, maxLength: 3 });

/** Conditions over bars, with operands of a kind. */
const conditionsOver = (
  operand: fc.Arbitrary<Operand>,
  more: readonly fc.Arbitrary<Condition>[],
): fc.Arbitrary<Condition> =>
  fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.record({ test: fc.constantFrom(...COMPARISONS), left: operand, right: operand }),
      fc.record({
        channel: fc.constantFrom(...CHANNEL_TESTS),
        value: operand,
        low: operand,
        high: operand,
      }),
      fc.record({
        moves: fc.constantFrom('up' as const, 'down' as const),
        value: operand,
        by: fc.integer({ min: 1, max: 50 }).map((tenths) => tenths / 10),
        percent: fc.boolean(),
        bars: spans,
      }),
      several(tie('condition')).map((all): Condition => ({ all })),
      several(tie('condition')).map((any): Condition => ({ any })),
      tie('condition').map((not): Condition => ({ not })),
      fc.record({ within: spans, of: tie('condition') }),
      ...more,
    ),
  })).condition;

export const conditions = conditionsOver(operands, []);
const conditionsFrom = (sources: fc.Arbitrary<Source>): fc.Arbitrary<Condition> =>
  conditionsOver(fromAnywhere(sources), [
    fc
      .record({ source: sources, percent: fc.integer({ min: 1, max: 9 }) })
      .map(({ source, percent }): Condition => ({
        ...source,
        happens: { event: 'big_move', args: [percent] },
      })),
  ]);
/** With operands and events of other symbols among them. */
export const conditionsElsewhere = conditionsFrom(symbols.map((symbol) => ({ symbol })));
/** With operands and events of these timeframes among them, of the rule's symbol and of others. */
export const conditionsOn = (...timeframes: readonly Timeframe[]): fc.Arbitrary<Condition> => {
  const timeframe = fc.constantFrom(...timeframes);
  return conditionsFrom(
    fc.oneof(
      timeframe.map((each): Source => ({ timeframe: each })),
      fc.record({ symbol: symbols, timeframe }),
    ),
  );
};
/** With operands and events of other symbols, of other timeframes, and of both. */
export const conditionsAnywhere = fc
  .oneof(conditionsElsewhere, conditionsOn(...TIMEFRAMES))
  .filter((condition) => sourcesOf(condition).length <= MOST_OTHERS);

/** What is wrong with a text that is no rule. */
export const problemOf = (text: string): RuleProblem => {
  try {
    parseRule(text);
  } catch (error) {
    if (error instanceof RuleProblem) return error;
    throw error;
  }
  throw new Error(`${text} is a rule.`);
};
