import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { StartError } from '#src/config.ts';
import { clientAddress, type TrustedProxies, trustedProxies } from '#src/server/auth/client-address.ts';

/** The address of who asks, as far as the proxies in front are trusted; null where it cannot be known. */
export type AddressOf = (c: Context) => string | null;

/** @throws StartError naming what is no address in TRUSTED_PROXY */
export function readAddressOf(trusted: readonly string[]): AddressOf {
  const proxies = readTrustedProxies(trusted);
  return (c) => clientAddress(proxies, peerAddress(c), c.req.header('x-forwarded-for'));
}

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
