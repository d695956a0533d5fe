import type { ListedSymbol } from '#src/engine/exchanges/live/exchange.ts';
import type { KnownName } from './names.ts';

/** A symbol of a feed, prepared to be searched: everything in small letters. */
export type Entry = {
  feed: string;
  listed: ListedSymbol;
  symbol: string;
  ticker: string;
  name: string;
  /** Each word after a space. */
  words: string;
  aliases: readonly string[];
  isin: string;
  /** How well known it is, then how usual its currency: smaller is first. */
  place: number;
};

/** In what most people follow a price, first to last. */
const CURRENCIES = ['USD', 'USDT', 'USDC', 'EUR', 'GBP', 'BTC', 'ETH'];
const UNKNOWN = 1_000_000;
/** A ticker means one thing within a group. */
const GROUPS: Readonly<Record<ListedSymbol['kind'], string>> = {
  crypto: 'crypto',
  stock: 'stock',
  fund: 'stock',
  currency: 'currency',
  metal: 'currency',
};
const groupOf = (kind: ListedSymbol['kind']): string => GROUPS[kind];

/** Makes what adds names to the symbols of a list. */
export function entriesOf(names: readonly KnownName[]) {
  const known = new Map(names.map((each) => [`${groupOf(each.kind)} ${each.ticker}`, each]));
  return (feed: string, list: readonly ListedSymbol[]): Entry[] =>
    list.map((listed) => {
      const of = known.get(`${groupOf(listed.kind)} ${listed.ticker.toUpperCase()}`);
      const name = listed.name || of?.name || listed.ticker;
      const aliases = [...(of?.aliases ?? []), ...(of && of.name !== name ? [of.name] : [])].map((each) =>
        each.toLowerCase(),
      );
      const at = CURRENCIES.indexOf(listed.currency);
      return {
        feed,
        listed: { ...listed, name, ...(listed.isin || !of?.isin ? {} : { isin: of.isin }) },
        symbol: listed.symbol.toLowerCase(),
        ticker: listed.ticker.toLowerCase(),
        name: name.toLowerCase(),
        words: ` ${[name, ...aliases].join(' ').toLowerCase()}`,
        aliases,
        isin: (listed.isin ?? of?.isin ?? '').toLowerCase(),
        place: (of?.place ?? UNKNOWN) * 10 + (at < 0 ? CURRENCIES.length : at),
      };
    });
}

/** 0: it is the ticker, symbol, ISIN or another name. 1: one of them begins so. 2: the name does. 3: words of it do. */
function rankOf(entry: Entry, query: string, words: readonly string[]): number | null {
  const { symbol, ticker, name, aliases, isin } = entry;
  if (ticker === query || symbol === query || isin === query || aliases.includes(query)) return 0;
  if (name === query) return 0;
  if (ticker.startsWith(query) || symbol.startsWith(query)) return 1;
  if (name.startsWith(query)) return 2;
  return words.every((word) => entry.words.includes(` ${word}`) || ticker.startsWith(word)) ? 3 : null;
}

/** A pair as people write it: btc/usd, BTC-USD and BTCUSD are one. */
const bare = (text: string): string => text.replaceAll(/[/\-_:]/g, '');

/**
 * Searches symbols by ticker, symbol, name, other names or ISIN: what is meant exactly first, then what begins so, the best
 * known before others.
 */
export function searchEntries(lists: Iterable<readonly Entry[]>, text: string, atMost: number): Entry[] {
  const query = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (query === '') return [];
  const words = query.split(' ');
  const pair = bare(query);
  const found: { entry: Entry; rank: number }[] = [];
  for (const list of lists)
    for (const entry of list) {
      const rank = rankOf(entry, query, words) ?? (pair.length > 4 && bare(entry.symbol) === pair ? 0 : null);
      if (rank !== null) found.push({ entry, rank });
    }
  return found
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        one.entry.place - other.entry.place ||
        one.entry.symbol.length - other.entry.symbol.length ||
        (one.entry.symbol < other.entry.symbol ? -1 : Number(one.entry.symbol > other.entry.symbol)),
    )
    .slice(0, atMost)
    .map(({ entry }) => entry);
}
