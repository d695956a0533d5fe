import fc from 'fast-check';
import { CHANNEL_TESTS, COMPARISONS, PRICES, type Condition, type Operand } from './ast.ts';
import { FUNCTION_NAMES, FUNCTIONS } from './functions.ts';

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

/** Any operand and any condition: what the parser can make, and nothing else. */
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
        name: fc.constantFrom(...FUNCTION_NAMES),
        of: fc.option(tie('operand'), { nil: undefined }),
        bars: back,
        length: fc.integer({ min: 2, max: 6 }),
      })
      .map(({ name, of, bars, length }): Operand => {
        const spec = FUNCTIONS[name];
        const args = (spec?.params ?? []).map((param) => (param.whole ? length : 2));
        const isClose = of && 'price' in of && of.price === 'close' && of.back === undefined;
        const source = spec?.from === 'values' && of && !isClose ? { of } : {};
        return withBack({ call: name, ...source, args }, bars);
      }),
    tie('operand').map((negate): Operand => ({ negate })),
    fc.record({
      op: fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const),
      left: tie('operand'),
      right: tie('operand'),
    }),
  ),
})).operand;

const bars = fc.integer({ min: 1, max: 8 });
const spans = fc.oneof(
  bars,
  fc.constantFrom(1440, 2880, 5 * 1440, 90).map((minutes) => ({ minutes })),
);
const several = (item: fc.Arbitrary<Condition>) => fc.array(item, { minLength: 2, maxLength: 3 });

export const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ test: fc.constantFrom(...COMPARISONS), left: operands, right: operands }),
    fc.record({
      channel: fc.constantFrom(...CHANNEL_TESTS),
      value: operands,
      low: operands,
      high: operands,
    }),
    fc.record({
      moves: fc.constantFrom('up' as const, 'down' as const),
      value: operands,
      by: fc.integer({ min: 1, max: 50 }).map((tenths) => tenths / 10),
      percent: fc.boolean(),
      bars: spans,
    }),
    several(tie('condition')).map((all): Condition => ({ all })),
    several(tie('condition')).map((any): Condition => ({ any })),
    tie('condition').map((not): Condition => ({ not })),
    fc.record({ within: spans, of: tie('condition') }),
  ),
})).condition;
