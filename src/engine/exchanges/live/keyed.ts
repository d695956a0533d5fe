import type { MarketDataProvider } from '#src/shared/market-data.ts';
import type { Exchange, Get } from './exchange.ts';

/** `keyId` is empty where a key is one text. */
export type Credentials = { keyId: string; secret: string };
/** `name` names the feed; `plan` is one of the provider's, `extended` trades outside of regular hours too. */
export type KeyedOptions = { name: string; plan: string; extended: boolean };
export type Refusal = { field: 'keyId' | 'secret' | 'plan'; says: string };

/** A source of market data that takes a key: what it is, and how a key opens it. */
export type KeyedSource = {
  provider: MarketDataProvider;
  open: (credentials: Credentials, options: KeyedOptions) => Exchange;
  /** Its stream is over HTTP, so an address in its place isn't one of a WebSocket. */
  isOverHttp?: true;
  /** Where a REST path is asked for. */
  restUrlOf: (path: string, credentials: Credentials, plan: string) => string;
  headersOf: (credentials: Credentials) => Readonly<Record<string, string>>;
  /** Asks the source whether the key works for a plan. @returns null if it does @throws RestError if it can't be asked */
  check: (get: Get, plan: string, credentials: Credentials) => Promise<Refusal | null>;
};
