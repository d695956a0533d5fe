import { BlockList, isIP } from 'node:net';
import { addressesOf, type AddressResolver, answered } from '#src/platform/net/dns.ts';

export type Resolver = AddressResolver & {
  resolveTxt: (name: string) => Promise<string[][]>;
  resolveMx: (name: string) => Promise<{ exchange: string }[]>;
};

/** Who sends: the installation, which a record has to include by name, or a server with these public addresses. */
export type SpfSender = { include: string } | { addresses: readonly string[] };

/**
 * What a domain's SPF record says of a sender. `names`: it names other servers than the sender's, as a relay that mail
 * is handed to sends from servers of its own. `fails`: it names none that could pass. `unknown`: the DNS gave no answer.
 */
export type SpfVerdict = 'passes' | 'names' | 'fails' | 'unknown';

/** RFC 7208, section 4.6.4: of mechanisms that ask the DNS, and of those that find nothing. */
const LOOK_UPS_MAX = 10;
const MX_MAX = 10;

/** The record can't be evaluated: receivers treat it as none (permerror). */
class Broken extends Error {}
class NoAnswer extends Error {}

type Walk = { dns: Resolver; sender: SpfSender; lookUps: number; names: boolean };

/** Evaluates a domain's record as receivers do (RFC 7208, section 4). Macros aren't expanded: what has one may pass. */
export async function checkSpf(dns: Resolver, domain: string, sender: SpfSender): Promise<SpfVerdict> {
  const walk: Walk = { dns, sender, lookUps: 0, names: false };
  try {
    if ((await evaluate(walk, domain)) === '+') return 'passes';
    return walk.names && 'addresses' in sender ? 'names' : 'fails';
  } catch (error) {
    if (error instanceof Broken) return 'fails';
    if (error instanceof NoAnswer) return 'unknown';
    throw error;
  }
}

type Qualifier = '+' | '-' | '~' | '?';

/** @returns the qualifier of the mechanism that matches; null where none does */
async function evaluate(walk: Walk, domain: string): Promise<Qualifier | null> {
  const record = await recordOf(walk, domain);
  let redirect: string | null = null;
  for (const term of record.split(/ +/).slice(1)) {
    if (term === '') continue;
    const modifier = /^([a-z][\w.-]*)=(.*)$/i.exec(term);
    if (modifier) {
      if (modifier[1]?.toLowerCase() === 'redirect') redirect = modifier[2] ?? '';
      continue;
    }
    const qualifier = (/^[+?~-]/.exec(term)?.[0] ?? '+') as Qualifier;
    if (await matches(walk, domain, term.replace(/^[+?~-]/, ''), qualifier)) return qualifier;
  }
  if (redirect === null) return null;
  lookUp(walk);
  return evaluate(walk, redirect);
}

async function recordOf({ dns }: Walk, domain: string): Promise<string> {
  if (!/^[\w-]+(\.[\w-]+)+\.?$/.test(domain)) throw new Broken();
  const texts = await answered(dns.resolveTxt(domain));
  if (texts === null) throw new NoAnswer();
  const records = texts.map((parts) => parts.join('')).filter((text) => /^v=spf1( |$)/i.test(text));
  // None, or two of them (section 4.5).
  if (records.length !== 1) throw new Broken();
  return records[0] ?? '';
}

function lookUp(walk: Walk): void {
  walk.lookUps += 1;
  if (walk.lookUps > LOOK_UPS_MAX) throw new Broken();
}

async function matches(walk: Walk, domain: string, term: string, qualifier: Qualifier): Promise<boolean> {
  const [, name = '', value = ''] = /^([a-z0-9]+)[:]?(.*)$/i.exec(term) ?? [];
  const passes = qualifier === '+';
  switch (name.toLowerCase()) {
    case 'all':
      // Everyone passes: no server is named by it.
      return true;
    case 'include':
      lookUp(walk);
      return includes(walk, value, passes);
    case 'ip4':
    case 'ip6':
      return isAmong(walk, [value], passes);
    case 'a':
    case 'mx':
      lookUp(walk);
      return namesHost(walk, { name: name.toLowerCase(), domain, value, passes });
    case 'exists':
    case 'ptr':
      // They ask about the sender's address in a way of the domain's own.
      lookUp(walk);
      walk.names ||= passes && name.toLowerCase() === 'exists';
      return false;
    default:
      throw new Broken();
  }
}

async function includes(walk: Walk, value: string, passes: boolean): Promise<boolean> {
  const { sender } = walk;
  if ('include' in sender) {
    const named = value.toLowerCase().replace(/\.$/, '');
    // Its own record is the operator's.
    if (sender.include === named || sender.include.endsWith(`.${named}`)) return passes;
  }
  const inner: Walk = { ...walk, names: false };
  const found = await evaluate(inner, value);
  walk.lookUps = inner.lookUps;
  walk.names ||= passes && inner.names;
  return found === '+';
}

async function namesHost(
  walk: Walk,
  { name, domain, value, passes }: { name: string; domain: string; value: string; passes: boolean },
): Promise<boolean> {
  const [, host = '', four, six] = /^([^/]*)(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(value) ?? [];
  const target = host === '' ? domain : host;
  // A macro: what it comes to depends on the message.
  if (target.includes('%')) {
    walk.names ||= passes;
    return false;
  }
  const hosts = name === 'a' ? [target] : await exchangesOf(walk, target);
  const found = await Promise.all(hosts.map((each) => addressesOf(walk.dns, each)));
  if (found.includes(null)) throw new NoAnswer();
  const addresses = found.flatMap((each) => each ?? []);
  return isAmong(
    walk,
    addresses.map((each) => `${each}/${isIP(each) === 4 ? (four ?? 32) : (six ?? 128)}`),
    passes,
  );
}

async function exchangesOf({ dns }: Walk, domain: string): Promise<string[]> {
  const found = await answered(dns.resolveMx(domain));
  if (found === null) throw new NoAnswer();
  if (found.length > MX_MAX) throw new Broken();
  return found.map(({ exchange }) => exchange);
}

/** @throws Broken where one is no network */
function isAmong(walk: Walk, networks: readonly string[], passes: boolean): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = isIP(address);
    const bits = length === undefined ? (family === 4 ? 32 : 128) : Number(length);
    if (family === 0 || !Number.isInteger(bits) || bits > (family === 4 ? 32 : 128)) throw new Broken();
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  walk.names ||= passes && networks.length > 0;
  if (!('addresses' in walk.sender)) return false;
  return walk.sender.addresses.some((each) => list.check(each, isIP(each) === 4 ? 'ipv4' : 'ipv6'));
}
