import type { ListedSymbol } from './live/exchange.ts';

const FUND = /\b(ETF|ETN|Fund|Trust ETF|SPDR|iShares)\b/i;

/** A US stock or fund of a source's list. */
export const stockOf = (symbol: string, name: string, venue: string): ListedSymbol => ({
  symbol,
  ticker: symbol,
  name,
  kind: FUND.test(name) ? 'fund' : 'stock',
  currency: 'USD',
  ...(venue !== '' && { venue }),
});
