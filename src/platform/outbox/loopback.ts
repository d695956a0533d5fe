import { isIP } from 'node:net';

/** Any of these says that somebody stands between us and the browser, so the peer is not the person. */
const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'x-original-forwarded-for',
];

const isLoopbackAddress = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, '');
  return isIP(plain) === 4 ? plain.startsWith('127.') : plain === '::1';
};

/** A page elsewhere can point its own name at 127.0.0.1; the browser then sends that name as Host. */
const isLoopbackHost = (host: string): boolean => {
  const name = host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
};

/**
 * Does this request come from a program on this machine, straight and under a loopback name? `address` is the
 * socket's peer address; undefined (unknown) is a no. Guards pages that only a developer may see.
 */
export function isLoopbackPeer(address: string | undefined, headers: Headers): boolean {
  if (address === undefined || !isLoopbackAddress(address)) return false;
  if (FORWARDING.some((name) => headers.has(name))) return false;
  const host = headers.get('host');
  return host === null || isLoopbackHost(host);
}
