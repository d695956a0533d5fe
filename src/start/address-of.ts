import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { StartError } from '#src/config.ts';
import { isLoopback } from '#src/platform/limits/network.ts';
import {
  clientAddress,
  plainAddress,
  type TrustedProxies,
  trustedProxies,
} from '#src/server/auth/client-address.ts';

/** The address of who asks, as far as the proxies in front are trusted; null where it cannot be known. */
export type AddressOf = (c: Context) => string | null;

/**
 * Warns of a proxy on this machine that TRUSTED_PROXY doesn't name: all its clients count as one.
 * @throws StartError naming what is no address in TRUSTED_PROXY
 */
export function readAddressOf(trusted: readonly string[], warn: (sentence: string) => void): AddressOf {
  const proxies = readTrustedProxies(trusted);
  return (c) => {
    const peer = peerAddress(c);
    const forwardedFor = c.req.header('x-forwarded-for');
    if (forwardedFor !== undefined && peer !== null && isLoopback(peer)) {
      const proxy = plainAddress(peer);
      if (!proxies.has(proxy)) warn(untrusted(trusted, proxy));
    }
    return clientAddress(proxies, peer, forwardedFor);
  };
}

/** Whether a request comes from a proxy itself: from this machine or a trusted address, and on behalf of no one else. */
export function readIsProxy(trusted: readonly string[]): (c: Context) => boolean {
  const proxies = readTrustedProxies(trusted);
  return (c) => {
    const peer = peerAddress(c);
    const isPassedOn = ['x-forwarded-for', 'forwarded', 'via'].some(
      (name) => c.req.header(name) !== undefined,
    );
    return peer !== null && !isPassedOn && (isLoopback(peer) || proxies.has(plainAddress(peer)));
  };
}

const untrusted = (trusted: readonly string[], proxy: string): string =>
  'Requests come through a proxy on this machine that is not trusted, so rate limits take all clients for one. ' +
  `Add this line to the configuration and restart: TRUSTED_PROXY=${[...trusted, proxy].join(',')}`;

/** The socket's own address; null where there is no socket. */
function peerAddress(c: Context): string | null {
  try {
    return getConnInfo(c).remote.address ?? null;
  } catch {
    return null;
  }
}

function readTrustedProxies(entries: readonly string[]): TrustedProxies {
  try {
    return trustedProxies(entries);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`TRUSTED_PROXY is not valid: ${why}. See .env.example.`, { cause: error });
  }
}
