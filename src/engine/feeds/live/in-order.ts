import type { Tick } from '../tick.ts';

/** Between `after` and `until` trades are missing, both not included. */
export type Hole = { after: number; until: number };

/** So many places may be empty at the front before they are cut off. */
const MOST_EMPTY = 1024;

/** Trades that wait, sorted by number: nearly always each belongs at the end. */
const waitingRoom = () => {
  let ticks: Tick[] = [];
  let front = 0;
  const idAt = (at: number): number => ticks[at]?.id ?? Infinity;
  const placeOf = (id: number): number => {
    let [from, to] = [front, ticks.length];
    if (to > from && idAt(to - 1) < id) return to;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (idAt(middle) < id) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  return {
    size: (): number => ticks.length - front,
    /** The smallest number; Infinity where none waits. */
    first: (): number => idAt(front),
    /** @returns false for a trade that waits already */
    add: (tick: Tick, id: number): boolean => {
      const at = placeOf(id);
      if (idAt(at) === id) return false;
      if (at === ticks.length) ticks.push(tick);
      else ticks.splice(at, 0, tick);
      return true;
    },
    shift: (): Tick | undefined => {
      const tick = ticks[front];
      front += 1;
      if (front === ticks.length || (front > MOST_EMPTY && front * 2 > ticks.length)) {
        ticks = ticks.slice(front);
        front = 0;
      }
      return tick;
    },
  };
};

/**
 * Puts the trades of one instrument in the order of their numbers, which go up by one, each once. What comes after a
 * hole waits until the hole is filled or given up. Trades without a number pass as they come.
 * @param last the number of the trade dealt with last, if any
 */
export const inOrder = (last: number | null) => {
  let end = last;
  const waiting = waitingRoom();

  const drain = (): Tick[] => {
    const ready: Tick[] = [];
    while (end !== null && waiting.first() === end + 1) {
      const tick = waiting.shift();
      if (tick) ready.push(tick);
      end += 1;
    }
    return ready;
  };
  const hole = (): Hole | null =>
    end === null || waiting.size() === 0 ? null : { after: end, until: waiting.first() };

  return {
    /** @returns the trades that are next, in order; null for a trade that came before */
    take: (tick: Tick): Tick[] | null => {
      if (tick.id === null) return [tick];
      if (end === null) {
        end = tick.id;
        return [tick];
      }
      if (tick.id <= end) return null;
      if (tick.id > end + 1) return waiting.add(tick, tick.id) ? [] : null;
      end = tick.id;
      return waiting.size() === 0 ? [tick] : [tick, ...drain()];
    },
    hole,
    waiting: (): number => waiting.size(),
    /** Gives the first hole up. @returns how many trades are missing for good, and those that are next now */
    skip: (): { lost: number; ready: Tick[] } => {
      const first = hole();
      if (!first) return { lost: 0, ready: [] };
      end = first.until - 1;
      return { lost: first.until - first.after - 1, ready: drain() };
    },
  };
};
