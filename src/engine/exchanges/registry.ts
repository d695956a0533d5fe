import { binance } from './binance/binance.ts';
import { coinbase } from './coinbase/coinbase.ts';
import { kraken } from './kraken/kraken.ts';
import type { Exchange } from './live/exchange.ts';
import { simulated } from './simulated/simulated.ts';

/** All exchanges. */
export const EXCHANGES: readonly Exchange[] = [simulated, binance, coinbase, kraken];

export const findExchange = (name: string): Exchange | undefined =>
  EXCHANGES.find((exchange) => exchange.name === name);
