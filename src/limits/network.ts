import { isIP } from 'node:net';

/**
 * The network that a client's address is counted as: of IPv6 the first 64 bits, because whoever has one such address
 * has all of them. Null for an address that is not known and for this machine itself: behind a proxy that is not
 * configured as trusted, everybody has the same one.
 */
export function networkOf(address: string | null): string | null {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const version = isIP(plain);
  if (version === 0 || plain === '::1' || plain.startsWith('127.')) return null;
  if (version === 4) return plain;
  // The URL parser writes every IPv6 address in one way.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
