import type { Tick } from '#src/engine/market/tick.ts';

/** A key is remembered for this long behind the newest trade, in ms: longer than an exchange repeats itself. */
const REMEMBERED_MS = 10 * 60_000;
/** Keys are looked through for old ones whenever there are so many more. */
const FORGET_EVERY = 10_000;

/**
 * The trades of one instrument whose source doesn't number them: each once, known by its key. While `hold` lasts, trades
 * wait for those that are fetched, so that earlier ones come first.
 */
export const byKey = () => {
  const seen = new Map<string, number>();
  let waiting: Tick[] = [];
  let isHeld = false;
  let forgetAt = FORGET_EVERY;

  function isNew({ key, ts }: Tick): boolean {
    if (key === undefined) return true;
    if (seen.has(key)) return false;
    seen.set(key, ts);
    if (seen.size < forgetAt) return true;
    for (const [old, at] of seen) if (at < ts - REMEMBERED_MS) seen.delete(old);
    forgetAt = seen.size + FORGET_EVERY;
    return true;
  }

  return {
    /** @returns the trades that are next; null for one that came before */
    take: (tick: Tick): Tick[] | null => {
      if (!isNew(tick)) return null;
      if (!isHeld) return [tick];
      waiting.push(tick);
      return [];
    },
    hold: (): void => {
      isHeld = true;
    },
    /** @returns the trades that waited, by time */
    release: (): Tick[] => {
      isHeld = false;
      const ready = waiting.toSorted((a, b) => a.ts - b.ts);
      waiting = [];
      return ready;
    },
    waiting: (): number => waiting.length,
    /** Cancels a trade that still waits, or puts another in its place. @returns false if it doesn't wait */
    withdraw: (key: string, by: Tick | null): boolean => {
      const at = waiting.findIndex((tick) => tick.key === key);
      if (at < 0) return false;
      waiting.splice(at, 1, ...(by ? [by] : []));
      return true;
    },
  };
};
