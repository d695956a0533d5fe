import type { Database } from '#src/db/database.ts';
import type { Exchange, Get } from '#src/engine/exchanges/live/exchange.ts';
import { stockOf } from '#src/engine/exchanges/stock.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { FoundSymbols } from '#src/shared/feeds.ts';
import { MARKET_DATA, shownFeed } from '#src/shared/market-data.ts';
import { createSymbolLists, listName } from './lists.ts';
import type { KnownName } from './names.ts';
import { quotesOf } from './quotes.ts';
import { type Entry, entriesOf, searchEntries } from './search.ts';

type Reached = { exchange: Exchange; get: Get };

const isOfStocks = ({ name }: Exchange): boolean =>
  MARKET_DATA.some(({ id, assets }) => id === listName({ name }) && assets === 'stocks');

/** Searches the symbols of all feeds that a workspace may use. */
export function createSymbolSearch(deps: { system: Database; clock: Clock; names: readonly KnownName[] }) {
  const make = entriesOf(deps.names);
  const lists = createSymbolLists({ ...deps, entriesOf: make });
  /** Well-known stocks: while a source's own list isn't there, and to say that one would have them. */
  const stocks = make(
    '',
    deps.names
      .filter(({ kind }) => kind === 'stock' || kind === 'fund')
      .map(({ ticker, name, kind }) => ({ ...stockOf(ticker, name, ''), kind })),
  );

  return {
    /** `feed` is null for a stock that no feed here has: it takes a source with a key. */
    find: async (reached: readonly Reached[], text: string, atMost: number): Promise<FoundSymbols> => {
      const known = await lists.of(reached);
      const searched: { list: readonly Entry[]; exchange: Exchange | null }[] = [];
      const add = (list: readonly Entry[], exchange: Exchange | null): void => {
        if (!searched.some((each) => each.list === list)) searched.push({ list, exchange });
      };
      for (const { exchange } of reached) {
        const list = known.lists.get(listName(exchange));
        // A workspace's own feed comes first, and has the list of its source to itself.
        if (list && list.length > 0) add(list, exchange);
        else if (isOfStocks(exchange)) add(stocks, exchange);
      }
      if (!reached.some(({ exchange }) => isOfStocks(exchange))) add(stocks, null);
      const exchangeOf = (entry: Entry): Exchange | null =>
        searched.find(({ list }) => (list === stocks ? entry.feed === '' : list[0]?.feed === entry.feed))
          ?.exchange ?? null;
      const lookedThrough = searched.map(({ list }) => list);
      const found = searchEntries(lookedThrough, text, atMost).map((entry) => ({
        entry,
        exchange: exchangeOf(entry),
        symbol: entry.listed.symbol,
      }));
      const quote = await quotesOf(deps.system, found, deps.clock());
      return {
        items: found.map(({ entry, exchange }) => {
          const { symbol, name, kind, currency, venue = null, isin = null } = entry.listed;
          return {
            feed: exchange && shownFeed(exchange.name),
            title: exchange?.title ?? null,
            symbol,
            name,
            kind,
            currency,
            venue,
            isin,
            ...quote(exchange, symbol),
          };
        }),
        loading: known.loading,
      };
    },
    settled: lists.settled,
  };
}
