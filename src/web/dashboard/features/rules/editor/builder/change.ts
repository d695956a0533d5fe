import { MOST_JOINED } from '#src/shared/rules/ast.ts';
import { depthOf, type Group, group, MOST_DEPTH, type Node, type Path } from './tree.ts';

/** What has become of a condition, and where the node is that was acted upon. */
export type Changed = { tree: Group; path: Path };

const parentOf = (path: Path): Path => path.slice(0, -1);
const placeOf = (path: Path): number => path.at(-1) ?? 0;

export const nodeAt = (tree: Group, path: Path): Node => {
  let node: Node = tree;
  for (const at of path) {
    const next: Node | undefined = node.kind === 'group' ? node.items[at] : undefined;
    if (!next) throw new Error(`There is nothing at ${path.join('.')}.`);
    node = next;
  }
  return node;
};

/** With what `change` makes of the items of the group at a path. */
const withItems = (tree: Group, path: Path, change: (items: readonly Node[]) => readonly Node[]): Group => {
  const [at, ...rest] = path;
  if (at === undefined) return { ...tree, items: change(tree.items) };
  return {
    ...tree,
    items: tree.items.map((item, index) =>
      index === at && item.kind === 'group' ? withItems(item, rest, change) : item,
    ),
  };
};
const splice =
  (at: number, removed: number, ...items: Node[]) =>
  (all: readonly Node[]) =>
    all.toSpliced(at, removed, ...items);

/** With another node in its place; the whole stays a group without marks. */
export const replaced = (tree: Group, path: Path, node: Node): Group => {
  if (path.length === 0) return node.kind === 'group' ? group(node.join, node.items) : tree;
  return withItems(tree, parentOf(path), splice(placeOf(path), 1, node));
};

const itemsOf = (tree: Group, path: Path): readonly Node[] => {
  const node = nodeAt(tree, path);
  return node.kind === 'group' ? node.items : [];
};

/** Whether the group at a path takes one more: `node`, or a row. */
export const takes = (tree: Group, path: Path, node?: Node): boolean =>
  itemsOf(tree, path).length < MOST_JOINED && path.length + (node ? depthOf(node) : 0) <= MOST_DEPTH;

/** @returns null where the group is full, or lies too deep for it */
export const added = (tree: Group, path: Path, node: Node): Changed | null => {
  if (!takes(tree, path, node)) return null;
  const at = itemsOf(tree, path).length;
  return { tree: withItems(tree, path, splice(at, 0, node)), path: [...path, at] };
};

/** Without a node; a group that has lost its last goes with it. @returns null for what is all there is */
export const removed = (tree: Group, path: Path): Group | null => {
  if (path.length === 0) return null;
  const above = parentOf(path);
  if (itemsOf(tree, above).length === 1) return removed(tree, above);
  return withItems(tree, above, splice(placeOf(path), 1));
};

/**
 * One step up (-1) or down (1), as over the lines of an outline: past a row, into the group that comes next, out of the
 * group whose end is reached. A group that has lost its last is gone.
 * @returns null at the end of all, or where what it would go into is full or too deep
 */
export const moved = (tree: Group, path: Path, step: -1 | 1): Changed | null => {
  if (path.length === 0) return null;
  const node = nodeAt(tree, path);
  const [above, at] = [parentOf(path), placeOf(path)];
  const items = itemsOf(tree, above);
  const next = items[at + step];
  const into = [...above, at + step];
  if (next?.kind === 'group' && takes(tree, into, node)) {
    const place = step === -1 ? next.items.length : 0;
    const taken = withItems(withItems(tree, into, splice(place, 0, node)), above, splice(at, 1));
    return { tree: taken, path: [...above, step === -1 ? at - 1 : at, place] };
  }
  if (next) {
    const swapped = withItems(withItems(tree, above, splice(at, 1)), above, splice(at + step, 0, node));
    return { tree: swapped, path: into };
  }
  const outer = parentOf(above);
  if (above.length === 0 || (items.length > 1 && !takes(tree, outer, node))) return null;
  const place = placeOf(above);
  if (items.length === 1) return { tree: replaced(tree, above, node), path: above };
  const left = withItems(tree, above, splice(at, 1));
  const out = step === -1 ? place : place + 1;
  return { tree: withItems(left, outer, splice(out, 0, node)), path: [...outer, out] };
};

/** In a group of its own, joined the other way than where it stands. @returns null where that lies too deep */
export const wrapped = (tree: Group, path: Path): Changed | null => {
  const node = nodeAt(tree, path);
  const above = nodeAt(tree, parentOf(path));
  if (path.length + depthOf(node) > MOST_DEPTH || above.kind !== 'group') return null;
  const join = above.join === 'all' ? 'any' : 'all';
  return { tree: replaced(tree, path, group(join, [node])), path };
};

/** What is in a group, in its place; what was said of the group goes. @returns null where there are too many */
export const dissolved = (tree: Group, path: Path): Changed | null => {
  const node = nodeAt(tree, path);
  const above = parentOf(path);
  if (path.length === 0 || node.kind !== 'group') return null;
  if (itemsOf(tree, above).length + node.items.length - 1 > MOST_JOINED) return null;
  return { tree: withItems(tree, above, splice(placeOf(path), 1, ...node.items)), path };
};
