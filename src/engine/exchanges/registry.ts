import { binance } from './binance/binance.ts';
import { bitstamp } from './bitstamp/bitstamp.ts';
import { coinbase } from './coinbase/coinbase.ts';
import { kraken } from './kraken/kraken.ts';
import type { Exchange } from './live/exchange.ts';
import { simulated } from './simulated/simulated.ts';

/** All exchanges; the simulated one comes last wherever they are listed. */
export const EXCHANGES: readonly Exchange[] = [binance, bitstamp, coinbase, kraken, simulated];

export const findExchange = (name: string): Exchange | undefined =>
  EXCHANGES.find((exchange) => exchange.name === name);
