import type { Condition, Operand } from './ast.ts';
import type { Cursor } from './parse-cursor.ts';
import { readSpan } from './parse-span.ts';

const SIGNS = ['>', '>=', '<', '<=', '='] as const;
const TEST_WORDS = ['crosses', 'enters', 'leaves', 'exits', 'is', 'moves', 'rises', 'falls'];
const SIDES = ['inside', 'outside', 'above', 'below'];

type ReadOperand = () => Operand;

const readChannel = ({ take, need }: Cursor, operand: ReadOperand): { low: Operand; high: Operand } => {
  take('channel');
  need('(', 'a channel such as (95, 105)');
  const low = operand();
  need(',');
  const high = operand();
  need(')');
  return { low, high };
};

const readMove = (cursor: Cursor, value: Operand, moves: 'up' | 'down'): Condition => {
  cursor.take('by');
  const token = cursor.peek();
  const by = cursor.number('an amount such as 5 or 5%');
  if (by <= 0) cursor.fail('the amount of a move is above zero.', token);
  const percent = cursor.take('%');
  const bars = cursor.take('within') ? readSpan(cursor) : 1;
  return { moves, value, by, percent, bars };
};

const readCrossing = ({ take }: Cursor, left: Operand, operand: ReadOperand): Condition => {
  if (take('above') || take('over') || take('up')) return { test: 'crosses above', left, right: operand() };
  if (take('below') || take('under') || take('down'))
    return { test: 'crosses below', left, right: operand() };
  return { test: 'crosses', left, right: operand() };
};

/** What follows `is`. */
const readSide = (cursor: Cursor, left: Operand, operand: ReadOperand): Condition => {
  const { take, is, next, need, expected } = cursor;
  if (take('inside')) return { channel: 'is inside', value: left, ...readChannel(cursor, operand) };
  if (take('outside')) return { channel: 'is outside', value: left, ...readChannel(cursor, operand) };
  if (take('above')) return { test: '>', left, right: operand() };
  if (take('below')) return { test: '<', left, right: operand() };
  if (is('greater') || is('less')) {
    const sign = is('less') ? '<' : '>';
    next();
    need('than');
    return { test: sign, left, right: operand() };
  }
  return expected("'inside', 'outside', 'above' or 'below'", [...SIDES, 'greater', 'less']);
};

/** Reads a comparison of figures: `close > 100`, `close crosses above sma(50)`, `volume is inside (1, 2)`, `close moves up 5%`. */
export const readComparison = (cursor: Cursor, operand: ReadOperand): Condition => {
  const { take, is, next, expected } = cursor;
  const left = operand();
  const sign = SIGNS.find((each) => is(each));
  if (sign) {
    next();
    return { test: sign, left, right: operand() };
  }
  if (take('!=')) return { not: { test: '=', left, right: operand() } };
  if (take('crosses')) return readCrossing(cursor, left, operand);
  if (take('enters')) return { channel: 'enters', value: left, ...readChannel(cursor, operand) };
  if (take('leaves') || take('exits'))
    return { channel: 'leaves', value: left, ...readChannel(cursor, operand) };
  if (take('is')) return readSide(cursor, left, operand);
  if (take('rises')) return readMove(cursor, left, 'up');
  if (take('falls')) return readMove(cursor, left, 'down');
  if (take('moves')) {
    if (take('up')) return readMove(cursor, left, 'up');
    if (take('down')) return readMove(cursor, left, 'down');
    return expected("'up' or 'down'", ['up', 'down']);
  }
  return expected("a comparison such as '>', 'crosses above', 'enters' or 'moves up'", TEST_WORDS);
};
