import type { Tick } from '../tick.ts';

/** Between `after` and `until` trades are missing, both not included. */
export type Hole = { after: number; until: number };

/**
 * Puts the trades of one instrument in the order of their numbers, which go up by one, each once. What comes after a
 * hole waits until the hole is filled or given up. Trades without a number pass as they come.
 * @param last the number of the trade dealt with last, if any
 */
export const inOrder = (last: number | null) => {
  let end = last;
  const waiting = new Map<number, Tick>();

  const drain = (): Tick[] => {
    const ready: Tick[] = [];
    for (;;) {
      const tick = end === null ? undefined : waiting.get(end + 1);
      if (!tick || end === null) return ready;
      waiting.delete((end += 1));
      ready.push(tick);
    }
  };
  const hole = (): Hole | null =>
    end === null || waiting.size === 0 ? null : { after: end, until: Math.min(...waiting.keys()) };

  return {
    /** @returns the trades that are next, in order; null for a trade that came before */
    take: (tick: Tick): Tick[] | null => {
      if (tick.id === null) return [tick];
      if (end === null) {
        end = tick.id;
        return [tick];
      }
      if (tick.id <= end || waiting.has(tick.id)) return null;
      if (tick.id > end + 1) {
        waiting.set(tick.id, tick);
        return [];
      }
      end = tick.id;
      return [tick, ...drain()];
    },
    hole,
    waiting: (): number => waiting.size,
    /** Gives the first hole up. @returns how many trades are missing for good, and those that are next now */
    skip: (): { lost: number; ready: Tick[] } => {
      const first = hole();
      if (!first) return { lost: 0, ready: [] };
      end = first.until - 1;
      return { lost: first.until - first.after - 1, ready: drain() };
    },
  };
};
