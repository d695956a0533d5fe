import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EVENT_NAMES } from '#src/shared/rules/events.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printRule } from '#src/shared/rules/print.ts';
import { conditions, conditionsAnywhere } from '#src/shared/rules/rules.fixture.ts';
import { readingOf } from '../reading.ts';
import { EVENT, FIRST_ROW, type Row, TESTS, usualFigures, withTest } from './row.ts';
import { placeAt, textOf } from './text.ts';
import { FIRST_TREE, type Group, group, MOST_DEPTH, type Node, opened, rowNode } from './tree.ts';

const treeOf = (text: string): Group => {
  const { tree, why } = opened(text);
  if (!tree) throw new Error(`${text}: ${why}`);
  return tree;
};
/** A group in brackets, with what is said of it before and behind: "all[row, not any[row within 3 bars, row]]". */
const shape = (node: Node): string => {
  const within = node.within ? ` within ${node.within.count} ${node.within.unit}` : '';
  const core = node.kind === 'row' ? 'row' : `${node.join}[${node.items.map(shape).join(', ')}]`;
  return `${node.not ? 'not ' : ''}${core}${within}`;
};
const ofRow = (row: Row): string => textOf(group('all', [rowNode(row)]));
const rowsOf = (node: Node): Row[] => (node.kind === 'row' ? [node.row] : node.items.flatMap(rowsOf));

it.each([
  ['close > 100', 'all[row]'],
  ['close crosses above sma(200) and volume > 2 * sma(volume, 20)', 'all[row, row]'],
  ['close > 100 or close < 50 or rsi(14) > 70', 'any[row, row, row]'],
  ['close enters (bb_lower(20, 2), bb_upper(20, 2)) and rsi(14) is outside (30, 70)', 'all[row, row]'],
  ['close moves up by 5% within 2 hours and volume moves down by 100', 'all[row, row]'],
  ['rsi(14) of ES > 70 and close > close of "BTC-USD"', 'all[row, row]'],
  ['(high - low) of ES moves up by 5% and close / close of ES crosses above 20', 'all[row, row]'],
  ['close crosses above sma(200) on 1d or new_high(252, 20) of ES on 1d', 'any[row, row]'],
  ['opening_range_break(30, up, new_york) and round_number(auto, either)', 'all[row, row]'],
  ['big_move(5) within 3 bars', 'all[row within 3 bar]'],
  ['not close > 1', 'all[not row]'],
  ['close > 1 and (volume > 2 or close < 3)', 'all[row, any[row, row]]'],
  ['(close > 1 or volume > 2) and not close < 3 within 5 bars', 'all[any[row, row], not row within 5 bar]'],
  ['not (close > 1 and volume > 2) within 1 day or close < 3', 'any[not all[row, row] within 1 day, row]'],
  ['not (close > 1 and volume > 2)', 'all[not all[row, row]]'],
  ['(not close > 1) within 90 minutes', 'all[all[not row] within 90 minute]'],
  ['(close > 1 within 3 bars) within 2 weeks', 'all[all[row within 3 bar] within 2 week]'],
  ['not not close > 1', 'all[not all[not row]]'],
  ['(close moves up by 5% within 10 bars) within 4 hours', 'all[row within 4 hour]'],
  ['(close > 1 and volume > 2) and close < 3', 'all[all[row, row], row]'],
])('shows %s as %s, and says it again', (text, expected) => {
  const tree = treeOf(text);
  expect(shape(tree)).toBe(expected);
  expect(textOf(tree)).toBe(text);
});

it('says again whatever the language can say', () => {
  let most = 0;
  fc.assert(
    fc.property(fc.oneof(conditions, conditionsAnywhere), (condition) => {
      const text = printRule(condition);
      const tree = treeOf(text);
      most = Math.max(most, shape(tree).length);
      expect(textOf(tree)).toBe(text);
      expect(parseRule(textOf(tree))).toEqual(condition);
    }),
    { numRuns: 400 },
  );
  expect(most).toBeGreaterThan(30);
});

it('begins with one row that is a rule', () => {
  expect(opened(' ').tree).toBe(FIRST_TREE);
  expect(textOf(FIRST_TREE)).toBe('close crosses above sma(50)');
});

it('leaves to the text what is broken, or nested deeper than it shows', () => {
  expect(opened('close >').why).toMatch(/Fix the text first/);
  const nested = (depth: number): string =>
    depth === 0
      ? 'close > 1 and high > 2'
      : `close > 1 ${depth % 2 === 0 ? 'and' : 'or'} (${nested(depth - 1)})`;
  expect(textOf(treeOf(nested(MOST_DEPTH)))).toBe(printRule(parseRule(nested(MOST_DEPTH))));
  expect(opened(nested(MOST_DEPTH + 1)).why).toMatch(/6 deep/);
});

it('says of a row no more than the row says, whatever is typed into it', () => {
  const typed = (right: string): Row => ({ ...FIRST_ROW, test: '>', right });
  const either: Node = { ...rowNode(typed('1 or close < 5')), not: true };
  expect(textOf(group('all', [either, rowNode(typed('2'))]))).toBe(
    'not (close > 1 or close < 5) and close > 2',
  );
  const remark = rowNode(typed('1 # so'));
  const text = textOf(group('all', [remark, rowNode(typed('2'))]));
  expect(printRule(parseRule(text))).toBe('close > 1 and close > 2');
});

it('knows in which field a mistake was typed', () => {
  const tree = treeOf('(close > 1 or rsi(14) < 30) and not close enters (95, 105) within 5 bars');
  const at = (change: (rows: readonly Node[]) => Node[]) => {
    const broken = group('all', change(tree.items));
    const { problem } = readingOf(textOf(broken));
    return problem && placeAt(broken, problem.offset);
  };
  const [either, last] = tree.items as [Group, Node & { kind: 'row' }];
  const mended = (row: Partial<Row>): Node => ({ ...last, row: { ...last.row, ...row } });
  expect(at(([first]) => [first!, mended({ right: 'smaa(5)' })])).toEqual({ path: [1], field: 'right' });
  expect(at(([first]) => [first!, mended({ more: '' })])).toEqual({ path: [1], field: 'more' });
  expect(at(([first]) => [first!, { ...last, within: { count: '', unit: 'bar' } }])).toEqual({
    path: [1],
    field: 'within',
  });
  const [one, two] = either.items as [Node, Node & { kind: 'row' }];
  const inGroup = { ...either, items: [one, { ...two, row: { ...two.row, left: 'rsj(14)' } }] };
  expect(at(() => [inGroup, last])).toEqual({ path: [0, 1], field: 'left' });
});

it('is of another symbol where one is chosen, and of its own again', () => {
  const row = {
    ...FIRST_ROW,
    left: 'high - low',
    leftFrom: { symbol: 'ES' },
    right: 'sma(20)',
    rightFrom: { symbol: 'BRK.B' },
  };
  const text = ofRow(row);
  expect(text).toBe('(high - low) of ES crosses above sma(20) of BRK.B');
  expect(rowsOf(treeOf(text))).toEqual([row]);
  expect(ofRow({ ...row, leftFrom: {}, rightFrom: {} })).toBe('high - low crosses above sma(20)');
  expect(withTest(row, EVENT)).toMatchObject({ leftFrom: { symbol: 'ES' }, rightFrom: {} });
});

it('is of another timeframe where one is chosen, each edge of a channel by itself', () => {
  const row = {
    ...FIRST_ROW,
    left: 'high + low',
    leftFrom: { timeframe: '1d' as const },
    test: 'enters',
    right: 'low',
    rightFrom: { symbol: 'ES', timeframe: '1w' as const },
    more: 'bb_upper(20, 2)',
    moreFrom: { symbol: 'BTC-USD' },
  };
  const text = ofRow(row);
  expect(text).toBe('(high + low) on 1d enters (low of ES on 1w, bb_upper(20, 2) of "BTC-USD")');
  expect(rowsOf(treeOf(text))).toEqual([row]);
  // A number that takes a figure's place is from nowhere.
  expect(ofRow({ ...row, right: '95' })).toContain('(95, bb_upper');
  expect(ofRow({ ...withTest(row, EVENT), left: 'gap', right: '3' })).toBe('gap(3) on 1d');
});

it('is a rule whatever is chosen in a row', () => {
  for (const { value } of TESTS.flatMap(({ tests }) => tests)) {
    const text = ofRow(withTest(FIRST_ROW, value));
    expect(readingOf(text).problem, text).toBeNull();
    expect(rowsOf(treeOf(text))[0]?.test).toBe(value);
  }
  for (const left of EVENT_NAMES) {
    const row = { ...FIRST_ROW, left, test: EVENT, right: usualFigures(left) };
    expect(readingOf(ofRow(row)).problem, left).toBeNull();
  }
});
