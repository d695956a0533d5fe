import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_JOINED } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printRule } from '#src/shared/rules/print.ts';
import { conditions } from '#src/shared/rules/rules.fixture.ts';
import { added, dissolved, moved, nodeAt, removed, takes, wrapped } from './change.ts';
import { FIRST_ROW } from './row.ts';
import { textOf } from './text.ts';
import { depthOf, type Group, group, MOST_DEPTH, type Node, opened, type Path, rowNode } from './tree.ts';

const ROW = rowNode(FIRST_ROW);
const treeOf = (text: string): Group => opened(text).tree!;
const said = (changed: { tree: Group; path: Path } | null) =>
  changed && [textOf(changed.tree), changed.path.join('.')];

const pathsOf = (node: Node, path: Path = []): Path[] =>
  node.kind === 'row'
    ? [path]
    : [...(path.length > 0 ? [path] : []), ...node.items.flatMap((item, at) => pathsOf(item, [...path, at]))];
const rowsOf = (node: Node): string[] =>
  node.kind === 'row' ? [JSON.stringify(node)] : node.items.flatMap(rowsOf);

it('goes down line by line: into a group, through it, and out of it', () => {
  let tree = treeOf('close > 1 and (close > 2 or close > 3) and close > 4');
  let path: Path = [0];
  const steps = [1, 1, 1, 1].map(() => {
    const done = moved(tree, path, 1);
    if (done) ({ tree, path } = done);
    return said(done);
  });
  expect(steps).toEqual([
    ['(close > 1 or close > 2 or close > 3) and close > 4', '0.0'],
    ['(close > 2 or close > 1 or close > 3) and close > 4', '0.1'],
    ['(close > 2 or close > 3 or close > 1) and close > 4', '0.2'],
    ['(close > 2 or close > 3) and close > 1 and close > 4', '1'],
  ]);
});

it('goes the same way up again, and stops at the ends', () => {
  fc.assert(
    fc.property(conditions, fc.nat(), fc.constantFrom(1 as const, -1 as const), (condition, seed, step) => {
      const tree = treeOf(printRule(condition));
      const paths = pathsOf(tree);
      const path = paths[seed % paths.length]!;
      const there = moved(tree, path, step);
      if (!there) return;
      expect(rowsOf(there.tree).toSorted()).toEqual(rowsOf(tree).toSorted());
      expect(nodeAt(there.tree, there.path)).toEqual(nodeAt(tree, path));
      expect(() => parseRule(textOf(there.tree))).not.toThrow();
      const above = nodeAt(tree, path.slice(0, -1));
      const back = moved(there.tree, there.path, step === 1 ? -1 : 1);
      // A group that it was the last of is gone: it does not come back.
      const wasLast = above.kind === 'group' && above.items.length === 1;
      expect(wasLast ? { tree, path } : back).toEqual({ tree, path });
    }),
    { numRuns: 300 },
  );
  const two = treeOf('close > 1 and close > 2');
  expect([moved(two, [0], -1), moved(two, [1], 1), moved(two, [], 1)]).toEqual([null, null, null]);
});

it('takes away what was the last of a group with its group, and never all', () => {
  const tree = treeOf('not (close > 1 within 3 bars) and close > 2');
  expect(textOf(removed(tree, [1])!)).toBe('not close > 1 within 3 bars');
  expect(removed(removed(tree, [1])!, [0])).toBeNull();
  const nested = group('all', [group('any', [group('all', [ROW])]), ROW]);
  expect(removed(nested, [0, 0, 0])).toEqual(group('all', [ROW]));
});

it('puts into a group that is joined the other way, and takes it apart again', () => {
  const tree = treeOf('close > 1 and close > 2');
  const done = wrapped(tree, [1])!;
  expect(nodeAt(done.tree, [1])).toMatchObject({ kind: 'group', join: 'any' });
  const more = added(done.tree, done.path, ROW)!;
  expect(textOf(more.tree)).toBe('close > 1 and (close > 2 or close crosses above sma(50))');
  expect(textOf(dissolved(more.tree, [1])!.tree)).toBe(
    'close > 1 and close > 2 and close crosses above sma(50)',
  );
  expect(dissolved(tree, [0])).toBeNull();
});

it('goes no deeper than the builder shows, and joins no more than a rule may', () => {
  let deepest = group('all', [ROW]);
  let path: Path = [];
  for (let depth = 0; depth < MOST_DEPTH; depth += 1) {
    const done = added(deepest, path, group('any', [ROW]))!;
    ({ tree: deepest, path } = done);
  }
  expect([depthOf(deepest) - 1, path.length]).toEqual([MOST_DEPTH, MOST_DEPTH]);
  expect(added(deepest, path, group('any', [ROW]))).toBeNull();
  expect(wrapped(deepest, [...path, 0])).toBeNull();
  expect(takes(deepest, path)).toBe(true);
  // What would come to lie too deep goes past instead of in.
  const tall = group('all', [group('any', [ROW]), deepest.items[1]!]);
  expect(moved(tall, [1], -1)?.path).toEqual([0]);
  const full = group(
    'all',
    Array.from({ length: MOST_JOINED }, () => ROW),
  );
  expect([added(full, [], ROW), takes(full, [])]).toEqual([null, false]);
});
