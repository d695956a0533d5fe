import { alpaca } from './alpaca.ts';
import type { ProviderDescription } from './description.ts';
import { finnhub } from './finnhub.ts';
import { massive } from './massive.ts';
import { oanda } from './oanda.ts';

/** The sources of market data that take a key, by their IDs. How each is read: `engine/exchanges/keyed-registry.ts`. */
export const PROVIDERS = {
  alpaca,
  finnhub,
  massive,
  oanda,
} satisfies Record<string, ProviderDescription>;
