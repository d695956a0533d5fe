/** `next` follows the one before; `gap` leaves some out; `late` fills a gap; `repeated` was seen before. */
export type Place = 'next' | 'gap' | 'late' | 'repeated';

/** A hole longer than this is not waited for: its numbers are not kept. */
const MOST_MISSING = 10_000;

/**
 * Watches the numbers of one instrument's trades, which go up by one. It finds what is missing, what comes late and
 * what comes twice, and remembers the last number and the missing ones, nothing else.
 */
export const createSequence = () => {
  let last: number | null = null;
  const missing = new Set<number>();
  return {
    see: (id: number): Place => {
      if (last === null || id === last + 1) {
        last = id;
        return 'next';
      }
      if (id <= last) return missing.delete(id) ? 'late' : 'repeated';
      if (missing.size + id - last - 1 <= MOST_MISSING)
        for (let gone = last + 1; gone < id; gone += 1) missing.add(gone);
      last = id;
      return 'gap';
    },
    /** How many numbers are still missing. */
    missing: (): number => missing.size,
    /** Gives up on what is missing: it was fetched in another way, or never will be. */
    forget: (): void => missing.clear(),
  };
};
