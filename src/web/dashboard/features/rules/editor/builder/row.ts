import {
  CHANNEL_TESTS,
  COMPARISONS,
  type Condition,
  type Operand,
  type Source,
} from '#src/shared/rules/ast.ts';
import { sourceOf } from '#src/shared/rules/elsewhere.ts';
import { eventFigure, EVENTS } from '#src/shared/rules/events.ts';
import { printOperand } from '#src/shared/rules/print.ts';
import { spanText } from '#src/shared/rules/spans.ts';

export const MOVES = ['moves up', 'moves down'] as const;
export const EVENT = 'event';

/**
 * One row of the builder: one test. A comparison has `left` and `right`; a channel has its edges in `right` and `more`;
 * a move its amount in `right` and how far it looks back in `more`; an event its name in `left` and its figures in
 * `right`. `leftFrom`, of a comparison and a channel `rightFrom`, and of a channel `moreFrom` say where they are from;
 * {} is the rule's own bars.
 */
export type Row = {
  left: string;
  leftFrom: Source;
  test: string;
  right: string;
  rightFrom: Source;
  more: string;
  moreFrom: Source;
};
const OWN = { leftFrom: {}, rightFrom: {}, moreFrom: {} };
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
  return { ...OWN, left, leftFrom: row.leftFrom, test, right, more };
};

/** A figure, and where all of it is from. */
const figureOf = (operand: Operand): [figure: string, from: Source] =>
  'value' in operand ? [printOperand(operand.value), sourceOf(operand)] : [printOperand(operand), {}];

/** Conditions that are one test: all but what joins, denies or looks back on others. */
export type Test = Exclude<
  Condition,
  { all: unknown } | { any: unknown } | { not: unknown } | { within: unknown }
>;

export const rowOf = (condition: Test): Row => {
  if ('test' in condition) {
    const [left, leftFrom] = figureOf(condition.left);
    const [right, rightFrom] = figureOf(condition.right);
    return { ...OWN, left, leftFrom, test: condition.test, right, rightFrom, more: '' };
  }
  if ('channel' in condition) {
    const [left, leftFrom] = figureOf(condition.value);
    const [right, rightFrom] = figureOf(condition.low);
    const [more, moreFrom] = figureOf(condition.high);
    return { left, leftFrom, test: condition.channel, right, rightFrom, more, moreFrom };
  }
  if ('moves' in condition) {
    const { value, moves, by, percent, bars } = condition;
    const [left, leftFrom] = figureOf(value);
    return {
      ...OWN,
      left,
      leftFrom,
      test: `moves ${moves}`,
      right: `${by}${percent ? '%' : ''}`,
      more: bars === 1 ? '' : spanText(bars),
    };
  }
  if ('happens' in condition) return { ...rowOf(condition.happens), leftFrom: sourceOf(condition) };
  const params = EVENTS[condition.event]?.params ?? [];
  const figures = params.map((param, at) => eventFigure(param, condition.args[at] ?? param.default));
  return { ...OWN, left: condition.event, test: EVENT, right: figures.join(', '), more: '' };
};

/** A plain number is the same everywhere: it is from nowhere. */
export const isNumber = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text));

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
