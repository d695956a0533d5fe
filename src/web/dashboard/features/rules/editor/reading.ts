import { CHANNEL_TESTS, COMPARISONS, type Condition, type Operand } from '#src/shared/rules/ast.ts';
import { eventFigure, EVENTS } from '#src/shared/rules/events.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printOperand } from '#src/shared/rules/print.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { readRule } from '#src/shared/rules/read.ts';
import { spanText } from '#src/shared/rules/spans.ts';
import { symbolText } from '#src/shared/rules/symbols.ts';

export type Reading = { reading: string; problem: null } | { reading: null; problem: RuleProblem };

/** What a text says in plain words, or where it is wrong. */
export function readingOf(text: string): Reading {
  try {
    return { reading: readRule(parseRule(text)), problem: null };
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    return { reading: null, problem: error };
  }
}

export const MOVES = ['moves up', 'moves down'] as const;
export const EVENT = 'event';

/** A condition as rows of the builder: conditions that all, or any of them, have to hold. */
export type Rows = { join: 'all' | 'any'; rows: Row[] };
/**
 * One row. A comparison has `left` and `right`; a channel has its edges in `right` and `more`; a move its amount in
 * `right` and how far it looks back in `more`; an event its name in `left` and its figures in `right`. `leftOf` and, of
 * a comparison, `rightOf` are other symbols that they are of; '' is the rule's own.
 */
export type Row = {
  left: string;
  leftOf: string;
  test: string;
  right: string;
  rightOf: string;
  more: string;
};
const OWN = { leftOf: '', rightOf: '' };
export const FIRST_ROW: Row = { ...OWN, left: 'close', test: 'crosses above', right: 'sma(50)', more: '' };

export type RowKind = 'comparison' | 'channel' | 'moves' | 'event';
export const kindOf = (test: string): RowKind => {
  if (test === EVENT) return 'event';
  if (MOVES.some((each) => each === test)) return 'moves';
  return CHANNEL_TESTS.some((each) => each === test) ? 'channel' : 'comparison';
};

/** What an event is written with where nobody chose anything. */
export const usualFigures = (event: string): string =>
  (EVENTS[event]?.params ?? []).map((param) => eventFigure(param, param.default)).join(', ');

const USUAL: Readonly<Record<RowKind, Pick<Row, 'left' | 'right' | 'more'>>> = {
  comparison: FIRST_ROW,
  channel: { left: 'close', right: 'bb_lower(20, 2)', more: 'bb_upper(20, 2)' },
  moves: { left: 'close', right: '5%', more: '10 bars' },
  event: { left: 'big_move', right: usualFigures('big_move'), more: '' },
};

/** A row with another test: of another kind it begins with what is usual there, and keeps its figure where it can. */
export const withTest = (row: Row, test: string): Row => {
  const [from, to] = [kindOf(row.test), kindOf(test)];
  if (from === to) return { ...row, test };
  const left = from === 'event' || to === 'event' ? USUAL[to].left : row.left;
  const { right, more } = USUAL[to];
  return { left, leftOf: row.leftOf, test, right, rightOf: '', more };
};

/** A figure, and the symbol that all of it is of. */
const figureOf = (operand: Operand): [figure: string, symbol: string] =>
  'symbol' in operand ? [printOperand(operand.value), operand.symbol] : [printOperand(operand), ''];

const rowOf = (condition: Condition): Row | null => {
  if ('test' in condition) {
    const [left, leftOf] = figureOf(condition.left);
    const [right, rightOf] = figureOf(condition.right);
    return { left, leftOf, test: condition.test, right, rightOf, more: '' };
  }
  if ('channel' in condition) {
    const { channel, value, low, high } = condition;
    const [left, leftOf] = figureOf(value);
    return { ...OWN, left, leftOf, test: channel, right: printOperand(low), more: printOperand(high) };
  }
  if ('moves' in condition) {
    const { value, moves, by, percent, bars } = condition;
    const [left, leftOf] = figureOf(value);
    return {
      ...OWN,
      left,
      leftOf,
      test: `moves ${moves}`,
      right: `${by}${percent ? '%' : ''}`,
      more: bars === 1 ? '' : spanText(bars),
    };
  }
  if ('happens' in condition) {
    const row = rowOf(condition.happens);
    return row && { ...row, leftOf: condition.symbol };
  }
  if ('event' in condition) {
    const params = EVENTS[condition.event]?.params ?? [];
    const figures = params.map((param, at) => eventFigure(param, condition.args[at] ?? param.default));
    return { ...OWN, left: condition.event, test: EVENT, right: figures.join(', '), more: '' };
  }
  return null;
};

/** The rows that a text is, or null where it says more than rows can. */
export function rowsOf(text: string): Rows | null {
  if (text.trim() === '') return { join: 'all', rows: [FIRST_ROW] };
  let condition: Condition;
  try {
    condition = parseRule(text);
  } catch {
    return null;
  }
  const join = 'any' in condition ? 'any' : 'all';
  const parts = 'any' in condition ? condition.any : 'all' in condition ? condition.all : [condition];
  const rows = parts.map(rowOf);
  return rows.every((row) => row !== null) ? { join, rows } : null;
}

/** A figure of a symbol; in parentheses where the symbol would be of its last part only. */
const ofSymbol = (figure: string, symbol: string): string => {
  if (symbol === '') return figure;
  let isOne = true;
  try {
    const condition = parseRule(`${figure} > 0`);
    isOne = !('test' in condition) || ['price', 'call', 'extreme'].some((kind) => kind in condition.left);
  } catch {
    // Half typed: it is said below what is wrong.
  }
  return `${isOne ? figure : `(${figure})`} of ${symbolText(symbol)}`;
};

/** What is compared with may be a plain number, which is of no symbol. */
export const isNumber = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text));

const rowText = ({ left, leftOf, test, right, rightOf, more }: Row): string => {
  const [other, last] = [right.trim(), more.trim()];
  if (kindOf(test) === 'event')
    return `${left.trim()}(${other})${leftOf === '' ? '' : ` of ${symbolText(leftOf)}`}`;
  const one = ofSymbol(left.trim(), leftOf);
  switch (kindOf(test)) {
    case 'channel':
      return `${one} ${test} (${other}, ${last})`;
    case 'moves':
      return `${one} ${test} by ${other}${last === '' ? '' : ` within ${last}`}`;
    default:
      return `${one} ${test} ${isNumber(other) ? other : ofSymbol(other, rightOf)}`;
  }
};

export const textOf = ({ join, rows }: Rows): string =>
  rows.map(rowText).join(join === 'all' ? ' and ' : ' or ');

/** Everything that a row can test, in groups, as people read it. */
export const TESTS: readonly { label: string; tests: readonly { value: string; label: string }[] }[] = [
  {
    label: 'Compares',
    tests: COMPARISONS.map((value) => ({
      value,
      label:
        (
          {
            '>': 'is above',
            '>=': 'is at or above',
            '<': 'is below',
            '<=': 'is at or below',
            '=': 'is exactly',
          } as Record<string, string>
        )[value] ?? value,
    })),
  },
  { label: 'Channel', tests: CHANNEL_TESTS.map((value) => ({ value, label: `${value} channel` })) },
  { label: 'Moves', tests: MOVES.map((value) => ({ value, label: value })) },
  { label: 'Named event', tests: [{ value: EVENT, label: 'happens' }] },
];
