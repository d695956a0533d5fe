import type { ListedSymbol } from './live/exchange.ts';

/** What is traded for what, by common names. */
export type Pair = { base: string; quote: string };

/** Kraken's older names. */
const COMMON: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' };
export const commonName = (asset: string): string => COMMON[asset] ?? asset;

/** What prices are in, longest first: of BTCFDUSD, the end is FDUSD. */
const QUOTES = 'FDUSD USDT USDC TUSD DAI USD EUR GBP JPY CHF AUD CAD TRY BRL XBT BTC ETH BNB'.split(' ');
const DOLLARS = ['USD', 'USDT', 'USDC'];

/** The pair that a symbol means, in any exchange's notation: BTCUSDT, BTC-USD, XBT/USD, XXBTZUSD, BINANCE:BTCUSDT. */
export function pairOf(symbol: string): Pair | null {
  const text = symbol.toUpperCase().replace(/^[A-Z]+:/, '');
  // Of the simulated market.
  if (text.startsWith('SIM-')) return null;
  const old = /^X([A-Z]{3})Z([A-Z]{3})$/.exec(text);
  const parts = old?.slice(1) ?? text.split(/[-/_ ]/);
  const end = QUOTES.find((quote) => text.endsWith(quote) && text.length > quote.length + 1);
  const [base, quote] = parts.length > 1 ? parts : end ? [text.slice(0, -end.length), end] : [];
  if (!base || !quote || parts.length > 2) return null;
  return { base: commonName(base), quote: commonName(quote) };
}

/** The same thing traded, nearest first: as asked for, then for dollars and dollar coins, then euros. */
export const alternatives = ({ base, quote }: Pair): Pair[] =>
  [...new Set([quote, ...DOLLARS, 'EUR'])].map((each) => ({ base, quote: each }));

/** A pair of an exchange's list; the name of what is traded comes from our list of names, where it is known. */
export const coinPair = (symbol: string, { base, quote }: Pair): ListedSymbol => ({
  symbol,
  ticker: commonName(base),
  name: '',
  kind: 'crypto',
  currency: commonName(quote),
});
