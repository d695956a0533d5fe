import type { ProviderId } from '#src/shared/market-data.ts';
import { limitedAttempts } from './live/attempts.ts';
import type { Get } from './live/exchange.ts';
import { restOf } from './live/rest.ts';
import { transportOf } from './live/transport.ts';
import type { FeedAddresses, Reach } from './reach.ts';
import type { Credentials, KeyedOptions } from './live/keyed.ts';
import { KEYED } from './keyed-registry.ts';

type ReachOptions = { addresses: FeedAddresses; now: () => number; signal: AbortSignal };

/** Asks a source over REST, with the key in the headers and nowhere else. */
export function askKeyed(
  id: ProviderId,
  credentials: Credentials,
  { addresses, now, signal, plan }: ReachOptions & { plan: string },
): Get {
  const source = KEYED[id];
  const other = addresses.find(({ feed }) => feed === id)?.restUrl;
  const headers = source.headersOf(credentials);
  const clients = new Map<string, Get>();
  return (path) => {
    const base = other ?? source.restUrlOf(path, credentials, plan);
    const get = clients.get(base) ?? restOf(base, now, signal, headers);
    clients.set(base, get);
    return get(path);
  };
}

/** A source with its key, address and transport. */
export function reachKeyed(
  id: ProviderId,
  credentials: Credentials,
  options: KeyedOptions & ReachOptions,
): Reach {
  const exchange = KEYED[id].open(credentials, options);
  return {
    exchange,
    url: options.addresses.find(({ feed }) => feed === id)?.socketUrl ?? exchange.socketUrl,
    connect: transportOf(exchange),
    attempts: limitedAttempts(exchange.attempts),
    get: askKeyed(id, credentials, options),
  };
}
