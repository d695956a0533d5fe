import { EXCHANGES } from '../registry.ts';
import { countedAttempts } from './attempts.ts';
import { restOf } from './rest.ts';
import type { Reach } from './run-shard.ts';
import { connectWebSocket } from './web-socket.ts';

export type FeedAddresses = readonly { feed: string; socketUrl: string; restUrl: string }[];

/**
 * How each of the allowed feeds is reached.
 * @throws Error naming a feed that there is not
 */
export function reachFeeds(
  names: readonly string[],
  addresses: FeedAddresses,
  { now, signal }: { now: () => number; signal: AbortSignal },
): Reach[] {
  const known = EXCHANGES.map((exchange) => exchange.name);
  const strange = [...names, ...addresses.map((each) => each.feed)].find((name) => !known.includes(name));
  if (strange !== undefined) throw new Error(`there is no feed '${strange}'; there are ${known.join(', ')}`);
  return EXCHANGES.filter((exchange) => names.includes(exchange.name)).map((exchange) => {
    const other = addresses.find((each) => each.feed === exchange.name);
    const url = other?.socketUrl ?? exchange.socketUrl;
    const attempts = countedAttempts(exchange.attempts);
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
