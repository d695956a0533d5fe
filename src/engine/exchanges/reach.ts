import { MARKET_DATA } from '#src/shared/market-data.ts';
import { KEYED } from './keyed-registry.ts';
import { EXCHANGES } from './registry.ts';
import { type Attempts, limitedAttempts } from './live/attempts.ts';
import type { Connect, Exchange, Get, Timing } from './live/exchange.ts';
import { restOf } from './live/rest.ts';
import { connectWebSocket } from './live/web-socket.ts';

const isKeyed = (name: string): boolean => MARKET_DATA.some(({ id }) => id === name);

/** An exchange with its address and transport. */
export type Reach = {
  exchange: Exchange;
  url: string;
  connect: Connect;
  /** Limits connection attempts, one limit per process. */
  attempts: Attempts;
  get: Get;
  timing?: Partial<Timing>;
};

export type FeedAddresses = readonly { feed: string; socketUrl: string; restUrl: string }[];

/**
 * The allowed feeds with their addresses; `addresses` override the public ones.
 * @throws Error that names an unknown feed, or one whose address is of another kind
 */
export function reachFeeds(
  names: readonly string[],
  addresses: FeedAddresses,
  { now, signal }: { now: () => number; signal: AbortSignal },
): Reach[] {
  const known = EXCHANGES.map((exchange) => exchange.name);
  const unknown =
    names.find((name) => !known.includes(name)) ??
    addresses.map((each) => each.feed).find((name) => !known.includes(name) && !isKeyed(name));
  if (unknown !== undefined) throw new Error(`there is no feed '${unknown}'; there are ${known.join(', ')}`);
  const wrong = MARKET_DATA.find(
    ({ id }) =>
      KEYED[id].isOverHttp &&
      addresses.some(({ feed, socketUrl }) => feed === id && /^wss?:/.test(socketUrl)),
  );
  if (wrong) throw new Error(`both addresses of ${wrong.id} begin with http:// or https://`);
  return EXCHANGES.filter((exchange) => names.includes(exchange.name)).map((exchange) => {
    const other = addresses.find((each) => each.feed === exchange.name);
    const url = other?.socketUrl ?? exchange.socketUrl;
    const attempts = limitedAttempts(exchange.attempts);
    if (!other && exchange.inside) return { exchange, url, attempts, ...exchange.inside({ now }) };
    return {
      exchange,
      url,
      attempts,
      connect: connectWebSocket,
      get: restOf(other?.restUrl ?? exchange.restUrl, now, signal),
    };
  });
}
