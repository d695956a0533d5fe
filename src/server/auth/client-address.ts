import { BlockList, isIP } from 'node:net';

/** Which peers are believed when they say whom they speak for. */
export type TrustedProxies = { has: (address: string) => boolean };

/**
 * Reads addresses and networks (10.0.0.0/8, 2001:db8::1). @throws Error naming the entry that is neither
 */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const version = isIP(address);
    const prefix = bits === undefined ? (version === 6 ? 128 : 32) : Number(bits);
    const fits = /^\d{1,3}$/.test(bits ?? '0') && prefix <= (version === 6 ? 128 : 32);
    if (version === 0 || !fits || rest.length > 0) throw new Error(`${entry} is no address and no network`);
    list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  }
  return {
    has: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  };
}

/**
 * The address a request comes from. Anybody can write X-Forwarded-For, so it is read from the right, only as far as
 * the chain of trusted proxies reaches: the first address that is not one of them is the client.
 */
export function clientAddress(
  proxies: TrustedProxies,
  peer: string | null,
  forwardedFor: string | undefined,
): string | null {
  let client = peer === null ? null : plainAddress(peer);
  const chain = (forwardedFor ?? '').split(',').map((part) => plainAddress(part.trim()));
  while (client !== null && proxies.has(client)) {
    const next = chain.pop();
    // Something that is no address: the last one that is known to be true.
    if (next === undefined || isIP(next) === 0) break;
    client = next;
  }
  return client;
}

/** IPv4 in IPv6's clothes, brackets and ports of some proxies taken off. */
export function plainAddress(address: string): string {
  const bare =
    /^\[([^\]]+)\](:\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}
