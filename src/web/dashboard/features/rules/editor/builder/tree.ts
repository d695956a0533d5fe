import type { Condition } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { type Span, spanText, type Unit, UNIT_NAMES } from '#src/shared/rules/spans.ts';
import { FIRST_ROW, type Row, rowOf } from './row.ts';

export type Join = 'all' | 'any';
/** As it is typed: `count` may be anything until it is a number. */
export type Within = { count: string; unit: Unit | 'bar' };
/** What may be said of a row or a group: that it was so not long ago, and of that, that it is not so. */
export type Marks = { not: boolean; within: Within | null };
type RowNode = Marks & { kind: 'row'; row: Row };
export type Group = Marks & { kind: 'group'; join: Join; items: readonly Node[] };
export type Node = RowNode | Group;
/** The places on the way from the whole condition to a node, from 0; [] is the whole. */
export type Path = readonly number[];

/** So many groups lie inside one another at most, the whole not counted: more would not fit a phone. */
export const MOST_DEPTH = 6;
const PLAIN: Marks = { not: false, within: null };
export const SPAN_UNITS = ['bar', ...UNIT_NAMES.toReversed()] as const;
export const USUAL_WITHIN: Within = { count: '3', unit: 'bar' };

export const rowNode = (row: Row): RowNode => ({ ...PLAIN, kind: 'row', row });
export const group = (join: Join, items: readonly Node[]): Group => ({
  ...PLAIN,
  kind: 'group',
  join,
  items,
});
export const FIRST_TREE: Group = group('all', [rowNode(FIRST_ROW)]);

/** "2.1": the first of what is in the second. */
export const nameOf = (path: Path): string => path.map((at) => at + 1).join('.');

/** How many groups lie inside one another in a node, itself counted. */
export const depthOf = (node: Node): number =>
  node.kind === 'row' ? 0 : 1 + Math.max(0, ...node.items.map(depthOf));

const withinOf = (span: Span): Within => {
  const [count = '', units = ''] = spanText(span).split(' ');
  return { count, unit: SPAN_UNITS.find((unit) => unit === units || `${unit}s` === units) ?? 'bar' };
};

const marked = (condition: Condition): Node => {
  const said = 'not' in condition ? condition.not : condition;
  const inner = 'within' in said ? said.of : said;
  const marks: Marks = {
    not: said !== condition,
    within: 'within' in said ? withinOf(said.within) : null,
  };
  // Said in another order, or twice: a group of one holds what is said first.
  if ('not' in inner || 'within' in inner)
    return { ...marks, kind: 'group', join: 'all', items: [marked(inner)] };
  if ('all' in inner) return { ...marks, kind: 'group', join: 'all', items: inner.all.map(marked) };
  if ('any' in inner) return { ...marks, kind: 'group', join: 'any', items: inner.any.map(marked) };
  return { ...marks, kind: 'row', row: rowOf(inner) };
};

const TOO_DEEP = `The builder shows groups up to ${MOST_DEPTH} deep. This condition goes deeper, so it is changed as text.`;
const BROKEN = 'The builder shows what can be read. Fix the text first. The error below says where.';

/** The rows and groups that a text is, or why the builder cannot show it. */
export function opened(text: string): { tree: Group; why: null } | { tree: null; why: string } {
  if (text.trim() === '') return { tree: FIRST_TREE, why: null };
  let condition: Condition;
  try {
    condition = parseRule(text);
  } catch {
    return { tree: null, why: BROKEN };
  }
  const node = marked(condition);
  const isWhole = 'all' in condition || 'any' in condition;
  const tree = isWhole && node.kind === 'group' ? node : group('all', [node]);
  return depthOf(tree) - 1 > MOST_DEPTH ? { tree: null, why: TOO_DEEP } : { tree, why: null };
}
