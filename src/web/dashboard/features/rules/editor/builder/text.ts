import type { Source } from '#src/shared/rules/ast.ts';
import { sourceText } from '#src/shared/rules/elsewhere.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { isNumber, kindOf, type Row } from './row.ts';
import type { Group, Node, Path, Within } from './tree.ts';

/** What is typed in a row or beside it. */
export type FieldName = 'left' | 'right' | 'more' | 'within';
export type Place = { path: Path; field: FieldName };
/** A stretch of the text, and the field that it was typed in. */
type Piece = { text: string; place?: Place };
type Shape = 'test' | 'moves' | 'within' | 'not' | 'all' | 'any';

const isOwn = ({ symbol, timeframe }: Source): boolean => symbol === undefined && timeframe === undefined;

/** A figure from somewhere; in parentheses where that would be said of its last part only. */
const from = (typed: string, source: Source): string => {
  const figure = typed.trim();
  if (isOwn(source) || isNumber(figure)) return figure;
  let isOne = true;
  try {
    const condition = parseRule(`${figure} > 0`);
    isOne = !('test' in condition) || ['price', 'call', 'extreme'].some((kind) => kind in condition.left);
  } catch {
    // Half typed: the field shows what is wrong.
  }
  return `${isOne ? figure : `(${figure})`} ${sourceText(source)}`;
};

const plain = (text: string): Piece => ({ text });
const joined = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

const rowPieces = (row: Row, path: Path): Piece[] => {
  const { test, leftFrom, rightFrom, moreFrom } = row;
  const at = (field: FieldName, text: string): Piece => ({ text, place: { path, field } });
  const left = at('left', from(row.left, leftFrom));
  const more = row.more.trim();
  switch (kindOf(test)) {
    case 'event':
      return [
        at('left', row.left.trim()),
        plain('('),
        at('right', row.right.trim()),
        plain(isOwn(leftFrom) ? ')' : `) ${sourceText(leftFrom)}`),
      ];
    case 'channel':
      return [
        left,
        plain(` ${test} (`),
        at('right', from(row.right, rightFrom)),
        plain(', '),
        at('more', from(more, moreFrom)),
        plain(')'),
      ];
    case 'moves':
      return [
        left,
        plain(` ${test} by `),
        at('right', row.right.trim()),
        ...(more === '' ? [] : [plain(' within '), at('more', more)]),
      ];
    default:
      return [left, plain(` ${test} `), at('right', from(row.right, rightFrom))];
  }
};

/** A row holds one test, but more may be typed into it: what it is decides on its parentheses. */
const rowShape = (text: string, row: Row): Shape => {
  try {
    const condition = parseRule(text);
    const found = (['moves', 'within', 'not', 'all', 'any'] as const).find((shape) => shape in condition);
    return found ?? 'test';
  } catch {
    return kindOf(row.test) === 'moves' ? 'moves' : 'test';
  }
};

const isJoined = (shape: Shape): boolean => shape === 'all' || shape === 'any';
const grouped = (pieces: Piece[], needsIt: boolean): Piece[] =>
  needsIt ? [plain('('), ...pieces, plain(')')] : pieces;

/** "5 bars", "1 day" */
const withinText = ({ count, unit }: Within): string =>
  `${count.trim()} ${unit}${count.trim() === '1' && unit !== 'bar' ? '' : 's'}`;

const nodePieces = (node: Node, path: Path): { pieces: Piece[]; shape: Shape } => {
  let { pieces, shape } = corePieces(node, path);
  if (node.within) {
    const within: Piece = { text: withinText(node.within), place: { path, field: 'within' } };
    pieces = [...grouped(pieces, shape !== 'test'), plain(' within '), within];
    shape = 'within';
  }
  if (node.not) {
    pieces = [plain('not '), ...grouped(pieces, isJoined(shape))];
    shape = 'not';
  }
  return { pieces, shape };
};

const corePieces = (node: Node, path: Path): { pieces: Piece[]; shape: Shape } => {
  if (node.kind === 'row') {
    const pieces = rowPieces(node.row, path);
    const text = joined(pieces);
    // A comment ends with its line: it must not swallow the rows that follow.
    return {
      pieces: text.includes('#') ? [...pieces, plain('\n')] : pieces,
      shape: rowShape(text, node.row),
    };
  }
  const { join, items } = node;
  const parts = items.map((item, at) => nodePieces(item, [...path, at]));
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const word = plain(join === 'all' ? ' and ' : ' or ');
  return {
    shape: join,
    pieces: parts.flatMap(({ pieces, shape }, at) => [
      ...(at === 0 ? [] : [word]),
      ...grouped(pieces, join === 'all' ? isJoined(shape) : shape === 'any'),
    ]),
  };
};

/** The one text of what the builder shows: that of `printRule`, wherever it is a rule. */
export const textOf = (tree: Group): string => joined(nodePieces(tree, []).pieces);

/** The field that a place in `textOf` was typed in: the one that it lies in, or the last before it. */
export const placeAt = (tree: Group, offset: number): Place | null => {
  let start = 0;
  let found: Place | null = null;
  for (const { text, place } of nodePieces(tree, []).pieces) {
    if (start > offset) break;
    found = place ?? found;
    start += text.length;
  }
  return found;
};
