import { isFields, listAt, parseExactly, textAt } from '#src/platform/json/exact-json.ts';
import type { Connect, Get } from '../live/exchange.ts';
import { findSimulated, idsBetween, simulatedListing, simulatedTrade } from './market.ts';

const LOOK_EVERY_MS = 100;
const BEAT_EVERY_MS = 1_000;
const PAGE = 1000;

/** The simulated exchange, in this process and without a network. */
export const insideMarket = ({
  now,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  now: () => number;
  lookEveryMs?: number;
}): { connect: Connect; get: Get } => ({
  connect: (_, on) => {
    const given = new Map<string, number>();
    let beatAt = 0;
    const opening = setTimeout(on.open, 0);
    const looking = setInterval(() => {
      const until = now();
      if (until - beatAt >= BEAT_EVERY_MS) {
        beatAt = until;
        on.message('{"type":"beat"}');
      }
      for (const [symbol, after] of given) {
        const instrument = findSimulated(symbol);
        if (!instrument || until <= after) continue;
        const { first, last } = idsBetween(instrument, after, until);
        given.set(symbol, until);
        for (let id = first; id <= last; id += 1)
          on.message(JSON.stringify({ type: 'trade', symbol, ...simulatedTrade(instrument, id) }));
      }
    }, lookEveryMs);
    return {
      send: (text) => {
        const asked = parseExactly(text);
        if (!isFields(asked)) return;
        const symbols = listAt(asked, 'symbols').filter((each) => typeof each === 'string');
        for (const symbol of symbols) {
          if (textAt(asked, 'type') === 'unsubscribe') given.delete(symbol);
          else if (findSimulated(symbol)) given.set(symbol, now());
          else on.message(JSON.stringify({ type: 'refused', symbol, problem: `there is no ${symbol}` }));
        }
      },
      close: () => {
        clearTimeout(opening);
        clearInterval(looking);
      },
    };
  },
  get: async (path) => {
    const { pathname, searchParams } = new URL(path, 'http://inside');
    const symbol = searchParams.get('symbol') ?? '';
    if (pathname === '/listing') return JSON.stringify(simulatedListing(symbol) ?? {});
    const instrument = findSimulated(symbol);
    if (!instrument) return '{"trades":[]}';
    const last = idsBetween(instrument, 0, now()).last;
    const after = searchParams.get('after');
    const first =
      after === null
        ? idsBetween(instrument, Number(searchParams.get('since')), now()).first
        : Number(after) + 1;
    const count = Math.max(0, Math.min(PAGE, last - first + 1));
    const trades = Array.from({ length: count }, (_, index) => ({
      symbol,
      ...simulatedTrade(instrument, first + index),
    }));
    return JSON.stringify({ trades });
  },
});
