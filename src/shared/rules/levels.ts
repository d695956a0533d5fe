import type { Condition, Operand } from './ast.ts';
import { parseRule } from './parse.ts';
import { printRule } from './print.ts';

const isPrice = (operand: Operand): boolean => 'price' in operand && operand.price !== 'volume';
const numberOf = (operand: Operand): number | null => ('number' in operand ? operand.number : null);

/** Replaces each number that is compared with a price of the rule's own bars. */
function mapLevels(condition: Condition, change: (level: number) => number): Condition {
  const moved = (operand: Operand, other: Operand): Operand => {
    const level = numberOf(operand);
    return level !== null && isPrice(other) ? { number: change(level) } : operand;
  };
  if ('test' in condition) {
    const { left, right } = condition;
    return { ...condition, left: moved(left, right), right: moved(right, left) };
  }
  if ('channel' in condition) {
    const { value, low, high } = condition;
    return { ...condition, low: moved(low, value), high: moved(high, value) };
  }
  if ('all' in condition) return { all: condition.all.map((each) => mapLevels(each, change)) };
  if ('any' in condition) return { any: condition.any.map((each) => mapLevels(each, change)) };
  if ('not' in condition) return { not: mapLevels(condition.not, change) };
  if ('within' in condition) return { ...condition, of: mapLevels(condition.of, change) };
  return condition;
}

/**
 * The levels of a condition: numbers that it compares with an open, high, low or close of its own bars, each once, in
 * the order in which they are written. They can be drawn as lines on the chart of the prices.
 */
export function levelsOf(condition: Condition): number[] {
  const found = new Set<number>();
  mapLevels(condition, (level) => {
    found.add(level);
    return level;
  });
  return [...found];
}

/** The text of a rule with the level `from` at `to`, wherever the rule names it. */
export const withLevel = (condition: Condition, from: number, to: number): string =>
  printRule(mapLevels(condition, (level) => (level === from ? to : level)));

/** The condition of an alert at a price. */
export const crossing = (level: number): string => printRule(parseRule(`close crosses ${level}`));

/** The text of a rule that is also true when the close crosses the level. */
export const orCrossing = (condition: Condition, level: number): string => {
  const crosses = parseRule(crossing(level));
  return printRule({ any: [...('any' in condition ? condition.any : [condition]), crosses] });
};

/** A price that was pointed at, rounded to what can be told apart on a chart of so large a range. */
export function roundedLevel(price: number, range: number): number {
  const place = Math.floor(Math.log10(Math.max(range, Number.EPSILON) / 200));
  return Number((Math.round(price / 10 ** place) * 10 ** place).toFixed(Math.max(0, Math.min(12, -place))));
}

/** A price as an address or a rule writes it, or null: digits, and decimals after a point. */
export const levelIn = (text: string | null): number | null =>
  text !== null && /^\d{1,12}(\.\d{1,12})?$/.test(text) && Number(text) > 0 ? Number(text) : null;
