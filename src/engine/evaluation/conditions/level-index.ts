import { EQUAL } from './comparisons.ts';
import type { Truth, Value } from './comparisons.ts';
import { FAR } from './needed-parts.ts';

/** Something that is true or not, and can only change where a figure comes past one of its levels. */
export type Watched = {
  levels: readonly number[];
  holds: Truth;
  isPulse: boolean;
  atRest: boolean;
  isTrue: boolean;
  changed: (isTrue: boolean) => void;
};
export type Figure = { of: Value; per: Value | null };
type Shelf = {
  figure: Figure;
  watched: Set<Watched>;
  /** All levels in order, and beside each what stands on it; made anew where something came or went. */
  levels: number[];
  standing: Watched[];
  isSorted: boolean;
};

/**
 * How far from a figure what it is compared with may count as equal, with room for what is lost by dividing: looking at
 * a level too many costs a moment, for each is worked out before it counts.
 */
const reach = (figure: number): number => 16 * EQUAL * Math.abs(figure) + 1e-200;
const isFar = (figure: number): boolean => !(Math.abs(figure) < FAR);

/** The first place in `levels` that is not below `level`. */
const placeOf = (levels: readonly number[], level: number): number => {
  let [from, to] = [0, levels.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((levels[middle] ?? 0) < level) from = middle + 1;
    else to = middle;
  }
  return from;
};

/**
 * Levels of many conditions, sorted by the figure that is compared with them and searched between its value on the bar
 * before and on the last: a bar costs what it comes past, not what there is. `now` and `before` are those of the graph.
 */
export const levelIndex = (now: readonly number[], before: readonly number[]) => {
  const shelves = new Map<string, Shelf>();
  let again = new Set<Watched>();
  /** The figures of the bar that was shown last. */
  let seen: readonly number[] = [];
  let hasBegun = false;

  const look = (watched: Watched): void => {
    const isTrue = watched.holds() === 1;
    if (watched.isPulse && isTrue !== watched.atRest) again.add(watched);
    if (isTrue === watched.isTrue) return;
    watched.isTrue = isTrue;
    watched.changed(isTrue);
  };

  /** NaN: not known, so that nothing is true. Infinity: known, but no place can be told. */
  const placed = ({ of, per }: Figure, figures: readonly number[]): number => {
    const value = of(figures);
    if (!per) return value;
    const by = per(figures);
    if (Number.isNaN(by) || Number.isNaN(value)) return Number.NaN;
    return by > 1 / FAR && !isFar(by) && !isFar(value) ? value / by : Infinity;
  };

  const sort = (shelf: Shelf): void => {
    const all = [...shelf.watched].flatMap((each) => each.levels.map((level) => ({ level, each })));
    all.sort((a, b) => a.level - b.level);
    shelf.levels = all.map(({ level }) => level);
    shelf.standing = all.map(({ each }) => each);
    shelf.isSorted = true;
  };

  const search = (shelf: Shelf, since: readonly number[]): void => {
    const [from, to] = [placed(shelf.figure, since), placed(shelf.figure, now)];
    if (Number.isNaN(from) && Number.isNaN(to)) return;
    if (!Number.isFinite(from) || !Number.isFinite(to)) {
      for (const each of shelf.watched) look(each);
      return;
    }
    if (!shelf.isSorted) sort(shelf);
    const room = Math.max(reach(from), reach(to));
    const { levels, standing } = shelf;
    const last = Math.max(from, to) + room;
    for (let at = placeOf(levels, Math.min(from, to) - room); (levels[at] ?? Infinity) <= last; at += 1) {
      const each = standing[at];
      if (each) look(each);
    }
  };

  const lookAtAll = (): void => {
    for (const { watched } of shelves.values()) for (const each of watched) look(each);
  };

  return {
    /** `key` tells figures apart. What is added while running is looked at right away. */
    add: (key: string, figure: Figure, watched: Watched): void => {
      const shelf = shelves.get(key) ?? {
        figure,
        watched: new Set(),
        levels: [],
        standing: [],
        isSorted: true,
      };
      shelves.set(key, shelf);
      shelf.watched.add(watched);
      shelf.isSorted = false;
      if (hasBegun) look(watched);
    },
    remove: (key: string, watched: Watched): void => {
      const shelf = shelves.get(key);
      if (!shelf?.watched.delete(watched)) return;
      shelf.isSorted = false;
      if (shelf.watched.size === 0) shelves.delete(key);
      again.delete(watched);
    },
    /** After every bar but the first of a series: says of everything what has changed. */
    next: (): void => {
      const passing = again;
      again = new Set();
      if (!hasBegun) lookAtAll();
      else for (const shelf of shelves.values()) search(shelf, before);
      hasBegun = true;
      for (const each of passing) look(each);
    },
    /**
     * The same of a bar that is not closed, of which each is shown after the same one before, or after another: what is
     * true for one bar alone stays so until then, unless the figure comes back past its level.
     */
    show: (isAnother: boolean): void => {
      if (!hasBegun) lookAtAll();
      else {
        for (const shelf of shelves.values()) search(shelf, seen);
        if (isAnother) {
          const passing = again;
          again = new Set();
          for (const shelf of shelves.values()) search(shelf, before);
          for (const each of passing) look(each);
        }
      }
      hasBegun = true;
      seen = [...now];
    },
  };
};
