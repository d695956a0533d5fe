import { ApiError } from '#src/web/lib/api/api.ts';

const AT_ONCE = 3;

/** What became of a list of symbols: those that are watched now, and those that are not, in the order of the list. */
type WatchedAll = { watched: string[]; left: string[]; problem: string | null };

/** Symbols as people write or paste them, each once: between spaces, commas, semicolons or on lines. */
export const symbolsIn = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((symbol) => symbol !== ''),
  ),
];

/**
 * Watches symbols, a few at a time. What one of them is refused for is no reason to leave the others out; where nobody
 * can be asked any more, the rest is not tried.
 * @returns with the first refusal's sentence
 */
export async function watchAll(
  symbols: readonly string[],
  watch: (symbol: string) => Promise<unknown>,
  onDone: (done: number) => void,
): Promise<WatchedAll> {
  const refused = new Map<string, string>();
  const watched = new Set<string>();
  let next = 0;
  let isOver = false;
  const work = async (): Promise<void> => {
    for (let symbol = symbols[next++]; symbol !== undefined && !isOver; symbol = symbols[next++]) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- a few at a time, that is the point
        await watch(symbol);
        watched.add(symbol);
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        refused.set(symbol, cause.message);
        isOver ||= cause.code !== 'validation_failed';
      }
      onDone(watched.size + refused.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const left = symbols.filter((symbol) => !watched.has(symbol));
  const problem = left.map((symbol) => refused.get(symbol)).find((sentence) => sentence !== undefined);
  return { watched: symbols.filter((symbol) => watched.has(symbol)), left, problem: problem ?? null };
}
