import type { Tick } from '#src/engine/market/tick.ts';

/** Trades are missing between the numbers `after` and `until`, both exclusive. */
type Gap = { after: number; until: number };

/** This many places may be empty at the front of the list before it is cut. */
const MOST_EMPTY = 1024;

/** Waiting trades, sorted by number. A new one nearly always belongs at the end. */
const sortedTicks = () => {
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
    /** The smallest number; Infinity if none waits. */
    first: (): number => idAt(front),
    /** @returns false if the trade waits already */
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
 * Sorts the trades of one instrument by their consecutive numbers and drops repeated ones. Trades after a gap wait until
 * it is filled or skipped. Trades without a number pass as they arrive.
 * @param last the number of the last trade dealt with, if any
 */
export const inOrder = (last: number | null) => {
  let end = last;
  const waiting = sortedTicks();

  const drain = (): Tick[] => {
    const ready: Tick[] = [];
    while (end !== null && waiting.first() === end + 1) {
      const tick = waiting.shift();
      if (tick) ready.push(tick);
      end += 1;
    }
    return ready;
  };
  const gap = (): Gap | null =>
    end === null || waiting.size() === 0 ? null : { after: end, until: waiting.first() };

  return {
    /** @returns the trades that are next, in order; null for a trade that arrived before */
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
    /** The first gap, while trades wait behind it. */
    gap,
    waiting: (): number => waiting.size(),
    /** Skips the first gap. @returns how many trades are lost, and those that are next now */
    skip: (): { lost: number; ready: Tick[] } => {
      const first = gap();
      if (!first) return { lost: 0, ready: [] };
      end = first.until - 1;
      return { lost: first.until - first.after - 1, ready: drain() };
    },
  };
};
