import * as z from 'zod/mini';
import type { Condition, Operand } from './ast.ts';

/** So many other symbols are named in one rule at most. */
export const MOST_OTHERS = 10;
/** A bar of another symbol that began so many bars before is too old to be compared with. */
export const OTHER_BARS_OLD = 5;

const LONGEST = 40;
/** What stands in quotes: as symbols are written down, in capitals. */
const SYMBOL = /^[!#-`{-~](?:[ !#-`{-~]*[!#-`{-~])?$/;
/** What needs no quotes: ES, BRK.B, BINANCE:BTCUSDT. */
const PLAIN = /^[A-Z0-9_]+(?:[:.][A-Z0-9_]+)*$/;
/** Words that would be read on as the rule. */
const JOINING = new Set(['AND', 'OR', 'NOT', 'OF', 'WITHIN', 'CROSSES', 'IS']);

export const isSymbol = (text: string): boolean => text.length <= LONGEST && SYMBOL.test(text);
export const symbolSchema = z.string().check(z.refine(isSymbol, { error: 'That is no symbol.' }));

/** Whether a word after 'of' is the symbol, and not the rule going on. */
export const isPlainSymbol = (text: string): boolean => PLAIN.test(text) && !JOINING.has(text);

/** A symbol as a rule writes it: in quotes where it has signs. */
export const symbolText = (symbol: string): string => (isPlainSymbol(symbol) ? symbol : `"${symbol}"`);

/** Something of another symbol, and the symbol: operands, and events as conditions. */
export type Elsewhere = { symbol: string; of: { operand: Operand } | { condition: Condition } };

const inOperand = (operand: Operand): Elsewhere[] => {
  if ('symbol' in operand) return [{ symbol: operand.symbol, of: { operand: operand.value } }];
  if ('negate' in operand) return inOperand(operand.negate);
  if ('op' in operand) return [...inOperand(operand.left), ...inOperand(operand.right)];
  return 'call' in operand && operand.of ? inOperand(operand.of) : [];
};

/** Everything in a condition that is of another symbol. */
export const elsewhereIn = (condition: Condition): Elsewhere[] => {
  if ('test' in condition) return [condition.left, condition.right].flatMap(inOperand);
  if ('channel' in condition) return [condition.value, condition.low, condition.high].flatMap(inOperand);
  if ('moves' in condition) return inOperand(condition.value);
  if ('happens' in condition) return [{ symbol: condition.symbol, of: { condition: condition.happens } }];
  if ('within' in condition) return elsewhereIn(condition.of);
  if ('not' in condition) return elsewhereIn(condition.not);
  if ('event' in condition) return [];
  return ('all' in condition ? condition.all : condition.any).flatMap(elsewhereIn);
};

/** The other symbols that conditions name, in order. */
export const othersOf = (...conditions: readonly Condition[]): string[] =>
  [...new Set(conditions.flatMap(elsewhereIn).map(({ symbol }) => symbol))].toSorted();
