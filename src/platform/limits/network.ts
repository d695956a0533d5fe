import { isIP } from 'node:net';

let loopbackCounts = false;

/**
 * Whether this machine's own address is counted like any other: in production, where only a proxy has it. On a
 * development machine everyone has it. Set once, where the program is put together.
 */
export function countLoopback(counts: boolean): void {
  loopbackCounts = counts;
}

/** Whether an address is this machine's own. */
export const isLoopback = (address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
};

/**
 * The network that a client's address is counted as: of IPv6 the first 64 bits, because they usually belong to one
 * customer. Null for an unknown address, and for this machine itself unless that counts.
 */
export function networkOf(address: string | null): string | null {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const version = isIP(plain);
  if (version === 0) return null;
  if (isLoopback(plain)) return loopbackCounts ? 'loopback' : null;
  if (version === 4) return plain;
  // The URL parser writes every IPv6 address in one way.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
