import type { Condition, Operand } from './ast.ts';
import { dateText } from './dates.ts';
import { eventFigure, EVENTS } from './events.ts';
import { FUNCTIONS } from './functions.ts';
import { spanAdjective, spanText } from './spans.ts';
import { sourceText } from './elsewhere.ts';

const LEVEL = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;

const ahead = (back: number | undefined): string => (back === undefined ? '' : `[${back}]`);

/** An operand as text; in parentheses where it binds less than `level` asks for. */
const operandText = (operand: Operand, level: number): string => {
  if ('number' in operand) return String(operand.number);
  if ('price' in operand) return operand.price + ahead(operand.back);
  if ('extreme' in operand) return `${spanAdjective(operand.minutes)} ${operand.extreme}`;
  if ('value' in operand) {
    const { value } = operand;
    const isOne = 'price' in value || 'call' in value || 'extreme' in value;
    const inner = operandText(value, 0);
    return `${isOne ? inner : `(${inner})`} ${sourceText(operand)}`;
  }
  if ('negate' in operand) {
    const inner = operandText(operand.negate, 3);
    const isRead = 'number' in operand.negate || 'extreme' in operand.negate;
    return `-${isRead ? `(${inner})` : inner}`;
  }
  if ('math' in operand)
    return `${operand.math}(${operand.of.map((each) => operandText(each, 0)).join(', ')})`;
  if ('call' in operand) {
    const spec = FUNCTIONS[operand.call];
    const figures = operand.args.map((value, at) => {
      if (spec?.params[at]?.date) return dateText(value);
      const words = Object.entries(spec?.params[at]?.words ?? {});
      return words.find(([, number]) => number === value)?.[0] ?? String(value);
    });
    const args = [
      ...(operand.when ? [conditionText(operand.when)] : []),
      ...(operand.of ? [argumentText(operand.of)] : []),
      ...(operand.with ? [argumentText(operand.with)] : []),
      ...figures,
    ];
    return `${operand.call}(${args.join(', ')})${ahead(operand.back)}`;
  }
  const own = LEVEL[operand.op];
  const text = `${operandText(operand.left, own)} ${operand.op} ${operandText(operand.right, own + 1)}`;
  return own < level ? `(${text})` : text;
};

/** A plain number would be read as a figure of the function. */
const argumentText = (of: Operand): string => {
  const text = operandText(of, 0);
  return 'number' in of ? `(${text})` : text;
};

const isSimple = (condition: Condition): boolean =>
  'test' in condition || 'channel' in condition || 'event' in condition || 'happens' in condition;

const grouped = (condition: Condition, isPlain: boolean): string =>
  isPlain ? conditionText(condition) : `(${conditionText(condition)})`;

const conditionText = (condition: Condition): string => {
  if ('test' in condition)
    return `${operandText(condition.left, 0)} ${condition.test} ${operandText(condition.right, 0)}`;
  if ('channel' in condition)
    return `${operandText(condition.value, 0)} ${condition.channel} (${operandText(condition.low, 0)}, ${operandText(condition.high, 0)})`;
  if ('moves' in condition) {
    const { value, moves, by, percent, bars } = condition;
    const span = bars === 1 ? '' : ` within ${spanText(bars)}`;
    return `${operandText(value, 0)} moves ${moves} by ${by}${percent ? '%' : ''}${span}`;
  }
  if ('happens' in condition) return `${conditionText(condition.happens)} ${sourceText(condition)}`;
  if ('event' in condition) {
    const params = EVENTS[condition.event]?.params ?? [];
    const figures = condition.args.map((value, at) => (params[at] ? eventFigure(params[at], value) : value));
    return `${condition.event}(${figures.join(', ')})`;
  }
  if ('within' in condition)
    return `${grouped(condition.of, isSimple(condition.of))} within ${spanText(condition.within)}`;
  if ('not' in condition)
    return `not ${grouped(condition.not, !('all' in condition.not || 'any' in condition.not))}`;
  if ('all' in condition)
    return condition.all.map((each) => grouped(each, !('all' in each || 'any' in each))).join(' and ');
  return condition.any.map((each) => grouped(each, !('any' in each))).join(' or ');
};

/** The one text of a condition: what is equal is printed alike, and reading it gives the same condition again. */
export const printRule = (condition: Condition): string => conditionText(condition);

/** The one text of an operand. */
export const printOperand = (operand: Operand): string => operandText(operand, 0);
