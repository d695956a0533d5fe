import { BlockList, isIP } from 'node:net';

/** Addresses that no customer's address may lead to: this machine, private and local networks, metadata services. */
const CLOSED = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  CLOSED.addSubnet(network, prefix, 'ipv4');
/** Of IPv6 only what is given out to the public is open; of that, tunnels and documentation are not. */
const PUBLIC = new BlockList();
PUBLIC.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  CLOSED.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is one on the public internet. */
export function isPublic(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !CLOSED.check(address, 'ipv4');
  if (version !== 6) return false;
  return PUBLIC.check(address, 'ipv6') && !CLOSED.check(address, 'ipv6');
}

const PORTS: ReadonlySet<string> = new Set(['', '80', '443', '8080', '8443']);

/** Why an address may not be fetched, as far as it says by itself; null where nothing stands against it. */
export function refusalOf(address: string, allowPrivate: boolean): string | null {
  const url = URL.parse(address);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'It isn’t an http or https address.';
  if (url.username !== '' || url.password !== '') return 'It holds a user name or a password.';
  if (allowPrivate) return null;
  if (!PORTS.has(url.port)) return `Port ${url.port} is not one of the web.`;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublic(host)) return 'It leads to a private network.';
  if (/^localhost\.?$|\.(?:localhost|local|internal)\.?$/i.test(host))
    return 'It leads to a private network.';
  return null;
}
