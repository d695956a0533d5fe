import { type Condition, type Operand, partsOf, type Source } from './ast.ts';
import { symbolText } from './symbols.ts';

/** So many others are named in one rule at most: symbols, timeframes, and timeframes of symbols. */
export const MOST_OTHERS = 10;
/** A bar from elsewhere that began so many bars before, of the longer of the two timeframes, is too old to be compared with. */
export const OTHER_BARS_OLD = 5;

/** Something from elsewhere, and whose it is: operands, and events as conditions. */
export type Elsewhere = { source: Source; of: { operand: Operand } | { condition: Condition } };

/** What a source is known by: "ES", "on 1d", "ES on 1d". Symbols have no small letters, so no two are known alike. */
export const sourceKey = ({ symbol, timeframe }: Source): string =>
  [...(symbol === undefined ? [] : [symbol]), ...(timeframe === undefined ? [] : [`on ${timeframe}`])].join(
    ' ',
  );

/** As a rule writes it behind what is of it: "of ES on 1d". */
export const sourceText = ({ symbol, timeframe }: Source): string =>
  sourceKey({
    ...(symbol !== undefined && { symbol: `of ${symbolText(symbol)}` }),
    ...(timeframe !== undefined && { timeframe }),
  });

export const sourceOf = ({ symbol, timeframe }: Source): Source => ({
  ...(symbol !== undefined && { symbol }),
  ...(timeframe !== undefined && { timeframe }),
});

const inOperand = (operand: Operand): Elsewhere[] => {
  if ('value' in operand) return [{ source: sourceOf(operand), of: { operand: operand.value } }];
  // What a function's condition looks at includes events, which are no operands.
  if ('call' in operand && operand.when) {
    const { when, ...rest } = operand;
    return [...elsewhereIn(when), ...inOperand(rest)];
  }
  return partsOf(operand).flatMap(inOperand);
};

/** Everything in a condition that is from elsewhere. */
export const elsewhereIn = (condition: Condition): Elsewhere[] => {
  if ('test' in condition) return [condition.left, condition.right].flatMap(inOperand);
  if ('channel' in condition) return [condition.value, condition.low, condition.high].flatMap(inOperand);
  if ('moves' in condition) return inOperand(condition.value);
  if ('happens' in condition) return [{ source: sourceOf(condition), of: { condition: condition.happens } }];
  if ('within' in condition) return elsewhereIn(condition.of);
  if ('not' in condition) return elsewhereIn(condition.not);
  if ('event' in condition) return [];
  return ('all' in condition ? condition.all : condition.any).flatMap(elsewhereIn);
};

/** All that conditions name beside the bars of their rule, in order of the keys. */
export const sourcesOf = (...conditions: readonly Condition[]): Source[] =>
  [
    ...new Map(
      conditions.flatMap(elsewhereIn).map(({ source }) => [sourceKey(source), source] as const),
    ).entries(),
  ]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, source]) => source);
