import type { Condition, Operand, PriceName } from '#src/shared/rules/ast.ts';
import { EVENTS } from '#src/shared/rules/events.ts';
import { FUNCTIONS } from '#src/shared/rules/functions.ts';
import { detectorOf } from './event-detector.ts';

/** What a rule looks at: how many bars before a bar decide about it, which of their figures, and whether when they were matters. */
export type Needs = { bars: number; columns: ReadonlySet<PriceName>; times: boolean };

const nothing: Needs = { bars: 0, columns: new Set(), times: false };
const both = (a: Needs, b: Needs): Needs => ({
  bars: Math.max(a.bars, b.bars),
  columns: new Set([...a.columns, ...b.columns]),
  times: a.times || b.times,
});
const later = (needs: Needs, bars: number): Needs => ({ ...needs, bars: needs.bars + bars });

export const needsOfOperand = (operand: Operand): Needs => {
  if ('number' in operand) return nothing;
  if ('price' in operand) return { ...nothing, bars: operand.back ?? 0, columns: new Set([operand.price]) };
  if ('negate' in operand) return needsOfOperand(operand.negate);
  if ('op' in operand) return both(needsOfOperand(operand.left), needsOfOperand(operand.right));
  const spec = FUNCTIONS[operand.call];
  const own = (spec?.lookback(operand.args) ?? 0) + (operand.back ?? 0);
  if (spec?.from === 'bars')
    return { ...nothing, bars: own, columns: new Set(['open', 'high', 'low', 'close', 'volume']) };
  return later(needsOfOperand(operand.of ?? { price: 'close' }), own);
};

/** The operands that a condition compares, outermost only. */
export const operandsOf = (condition: Condition): Operand[] => {
  if ('test' in condition) return [condition.left, condition.right];
  if ('channel' in condition) return [condition.value, condition.low, condition.high];
  if ('moves' in condition) return [condition.value];
  if ('within' in condition) return operandsOf(condition.of);
  if ('event' in condition) return [{ price: 'close' }];
  if ('not' in condition) return operandsOf(condition.not);
  return ('all' in condition ? condition.all : condition.any).flatMap(operandsOf);
};

export const needsOf = (condition: Condition): Needs => {
  if ('within' in condition) return later(needsOf(condition.of), condition.within);
  if ('not' in condition) return needsOf(condition.not);
  if ('event' in condition) {
    const { columns, times = false } = EVENTS[condition.event] ?? {};
    return { bars: detectorOf(condition).lookback, columns: new Set(columns), times };
  }
  if ('all' in condition) return condition.all.map(needsOf).reduce(both, nothing);
  if ('any' in condition) return condition.any.map(needsOf).reduce(both, nothing);
  const own = operandsOf(condition).map(needsOfOperand).reduce(both, nothing);
  return later(own, 'moves' in condition ? condition.bars : 1);
};
