import type { Exchange, Listing } from '../exchanges/live/exchange.ts';
import { alternatives, pairOf } from '../exchanges/pair.ts';

/** An exchange that may be asked about symbols. */
type Askable = { exchange: Exchange; ask: (symbol: string) => Promise<Listing | null> };
export type Listed = { feed: string; title: string; symbol: string };

/** So long (ms) a refusal waits for suggestions, and so many symbols of an exchange are asked about. */
const WITHIN_MS = 3_000;
const MOST_ASKED = 3;

/**
 * Makes the function that looks for a refused symbol on all feeds: on each, the nearest pair that is traded there. The
 * feed that refused comes first. An exchange that can't be reached or takes too long is left out. Only one search runs
 * at a time, so that a list of mistakes doesn't use up what an exchange allows; others find nothing.
 */
export const findListed = (
  all: readonly Askable[],
  withinMs = WITHIN_MS,
): ((refused: { feed: string; symbol: string }) => Promise<Listed[]>) => {
  let isBusy = false;

  async function nearest(
    { exchange, ask }: Askable,
    refused: { feed: string; symbol: string },
    signal: AbortSignal,
  ): Promise<Listed | null> {
    const { name, title, symbol } = exchange;
    const pair = pairOf(refused.symbol);
    if (!pair || !symbol.of) return null;
    const { of: write } = symbol;
    const names = alternatives(pair).map(({ base, quote }) => write(base, quote));
    const fresh = names.filter(
      (each) => symbol.pattern.test(each) && !(name === refused.feed && each === refused.symbol),
    );
    for (const each of fresh.slice(0, MOST_ASKED)) {
      if (signal.aborted) return null;
      // Exchanges answer some unknown symbols with an error.
      const listing = await ask(each).catch(() => null);
      if (listing?.trading) return { feed: name, title, symbol: listing.symbol };
    }
    return null;
  }

  return async (refused) => {
    if (isBusy) return [];
    isBusy = true;
    const signal = AbortSignal.timeout(withinMs);
    const tooLate = new Promise<null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null), { once: true });
    });
    try {
      const inOrder = all.toSorted(
        (a, b) => Number(b.exchange.name === refused.feed) - Number(a.exchange.name === refused.feed),
      );
      const found = await Promise.all(
        inOrder.map((each) => Promise.race([nearest(each, refused, signal), tooLate])),
      );
      return found.filter((each) => each !== null);
    } finally {
      isBusy = false;
    }
  };
};

/** " Try BTC/USD on Kraken or BTCUSDT on Binance."; empty where nothing was found. */
export const tryText = (listed: readonly Listed[]): string => {
  const names = listed.map(({ symbol, title }) => `${symbol} on ${title}`);
  if (names.length === 0) return '';
  const last = names.pop() ?? '';
  return ` Try ${names.length === 0 ? last : `${names.join(', ')} or ${last}`}.`;
};
