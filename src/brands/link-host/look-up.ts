import { addressesOf, type AddressResolver, answered } from '#src/platform/net/dns.ts';
import type { LinkHostRecord } from '#src/shared/link-hosts.ts';

/** Asks the DNS; node:dns/promises outside of tests. Each rejects where there is no such record. */
export type HostResolver = AddressResolver & {
  resolveTxt: (name: string) => Promise<string[][]>;
  resolveCname: (name: string) => Promise<string[]>;
};

type Facts = { host: string; token: string; ownHost: string };
export type Found = Partial<Record<LinkHostRecord['record'], boolean | null>>;

/** The records that a host needs, as they are entered at its DNS provider. */
export const recordsOf = ({ host, token, ownHost }: Facts, found: Found): LinkHostRecord[] => [
  { record: 'owner', type: 'TXT', host: `_bellwire.${host}`, value: token, found: found.owner ?? null },
  { record: 'target', type: 'CNAME', host, value: ownHost, found: found.target ?? null },
];

/**
 * Looks for a host's records. `owner`: the TXT record with the token. A CNAME doesn't prove ownership: anyone who finds
 * one that points here could claim the host. `target`: the host is another name of ours, or has an address of ours, as at the top of a
 * zone, where no CNAME can be. Null: the DNS gave no answer.
 */
export async function lookUpHost(
  dns: HostResolver,
  { host, token, ownHost }: Facts,
): Promise<{ owner: boolean | null; target: boolean | null }> {
  const [texts, target] = await Promise.all([
    answered(dns.resolveTxt(`_bellwire.${host}`)),
    leadsTo(dns, host, ownHost),
  ]);
  return { owner: texts && texts.some((parts) => parts.join('').trim() === token), target };
}

async function leadsTo(dns: HostResolver, host: string, ownHost: string): Promise<boolean | null> {
  const names = await answered(dns.resolveCname(host));
  if (names?.some((name) => name.toLowerCase().replace(/\.$/, '') === ownHost)) return true;
  const [theirs, ours] = await Promise.all([host, ownHost].map((name) => addressesOf(dns, name)));
  if (names === null || !theirs || !ours) return null;
  return theirs.some((address) => ours.includes(address));
}
