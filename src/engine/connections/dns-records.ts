import { isPublic } from '#src/platform/net/reachable.ts';
import { addressesOf, answered } from '#src/platform/net/dns.ts';
import type { DnsRecord } from '#src/shared/senders.ts';
import { checkSpf, type Resolver, type SpfVerdict } from './spf.ts';

export type { Resolver };

export type DomainFacts = {
  domain: string;
  selector: string;
  publicKey: string;
  /** The domain of the installation's own mail server, or the host of the brand's own server. */
  sentBy: { domain: string } | { host: string };
  /** Where bounces go. */
  bounceDomain: string;
  /** The domain whose SPF record is looked at. */
  spfDomain: string;
};

/** What was found of each record; null where the DNS gave no answer. */
export type Found = Record<DnsRecord['record'], boolean | null>;

/** What relays are included by, by the end of their servers' names. */
const RELAYS: readonly [server: string, include: string][] = [
  ['amazonaws.com', 'amazonses.com'],
  ['mailgun.org', 'mailgun.org'],
  ['postmarkapp.com', 'spf.mtasv.net'],
  ['sendgrid.net', 'sendgrid.net'],
  ['resend.com', 'amazonses.com'],
  ['gmail.com', '_spf.google.com'],
  ['google.com', '_spf.google.com'],
  ['office365.com', 'spf.protection.outlook.com'],
  ['outlook.com', 'spf.protection.outlook.com'],
  ['fastmail.com', 'spf.messagingengine.com'],
];

/** What an SPF record needs for the sender. A provider that we don't know tells it itself. */
function spfTermOf({ domain, sentBy }: DomainFacts): string {
  if ('domain' in sentBy) return `include:${sentBy.domain}`;
  const known = RELAYS.find(([server]) => isUnder(sentBy.host, server));
  if (known) return `include:${known[1]}`;
  return isOwnServer(sentBy.host, domain) ? `a:${sentBy.host}` : 'include:YOUR-MAIL-PROVIDER';
}

/** The records that a domain needs, as they are entered at its DNS provider. */
export function recordsOf(facts: DomainFacts, found: Readonly<Record<string, boolean | null>>): DnsRecord[] {
  const { domain, selector, publicKey, bounceDomain, spfDomain } = facts;
  const records: Omit<DnsRecord, 'found'>[] = [
    {
      record: 'dkim',
      type: 'TXT',
      host: `${selector}._domainkey.${domain}`,
      value: `v=DKIM1; k=rsa; p=${publicKey}`,
    },
    { record: 'spf', type: 'TXT', host: spfDomain, value: `v=spf1 ${spfTermOf(facts)} ~all` },
    { record: 'dmarc', type: 'TXT', host: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
    { record: 'returnPath', type: 'MX', host: bounceDomain, value: 'a mail server that takes bounces' },
  ];
  return records.map((each) => ({ ...each, found: found[each.record] ?? null }));
}

const tagsOf = (record: string): Map<string, string> =>
  new Map(
    record.split(';').flatMap((tag): [string, string][] => {
      const at = tag.indexOf('=');
      return at < 0 ? [] : [[tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).replaceAll(/\s/g, '')]];
    }),
  );

/** The name and those above it, down to two labels: a policy of the organization's domain holds for those below. */
function upwards(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, from) => labels.slice(from).join('.'));
}

const isUnder = (name: string, other: string): boolean => name === other || name.endsWith(`.${other}`);

/** Under these, names belong to many. */
const SHARED_ENDING = /^(?:ac|co|com|gov|net|org)\.[a-z]{2}$/;

/** Whether a mail server is the brand's and no relay: its name is under the brand's domain or beside it. */
const isOwnServer = (host: string, domain: string): boolean =>
  upwards(domain).some((each) => !SHARED_ENDING.test(each) && isUnder(host, each));

/**
 * Looks for a domain's records. `spf`: receivers let the sender through (RFC 7208). `dkim`: our key, exactly.
 * `returnPath`: bounces have a mail server.
 */
export async function lookAtRecords(dns: Resolver, facts: DomainFacts): Promise<Found> {
  const { domain, selector, publicKey, bounceDomain } = facts;
  const texts = async (name: string): Promise<string[] | null> =>
    (await answered(dns.resolveTxt(name)))?.map((parts) => parts.join('')) ?? null;
  const [keys, spf, mx, ...dmarcs] = await Promise.all([
    texts(`${selector}._domainkey.${domain}`),
    spfOf(dns, facts),
    answered(dns.resolveMx(bounceDomain)),
    ...upwards(domain).map((name) => texts(`_dmarc.${name}`)),
  ]);
  return {
    dkim: keys && keys.some((key) => tagsOf(key).get('p') === publicKey),
    spf,
    dmarc: isPolicy(dmarcs),
    returnPath: mx && mx.length > 0,
  };
}

/** @param found of the name and those above it: the closest that has a policy counts, and has one */
function isPolicy(found: readonly (string[] | null)[]): boolean | null {
  for (const texts of found) {
    if (texts === null) return null;
    const policies = texts.filter((text) => /^v=DMARC1\s*;/i.test(text));
    if (policies.length > 0)
      return (
        policies.length === 1 &&
        ['none', 'quarantine', 'reject'].includes(tagsOf(policies[0] ?? '').get('p') ?? '')
      );
  }
  return false;
}

/**
 * A server of the brand's own has to pass by its address. A relay takes mail at one address and sends it from others, so
 * a record that names some server is all that can be asked for.
 */
async function spfOf(dns: Resolver, { domain, sentBy, spfDomain }: DomainFacts): Promise<boolean | null> {
  if ('domain' in sentBy) return verdict(await checkSpf(dns, spfDomain, { include: sentBy.domain }), false);
  const addresses = await addressesOf(dns, sentBy.host);
  if (addresses === null) return null;
  const known = addresses.filter((each) => isPublic(each));
  const said = await checkSpf(dns, spfDomain, { addresses: known });
  return verdict(said, known.length === 0 || !isOwnServer(sentBy.host, domain));
}

const verdict = (said: SpfVerdict, namesSuffice: boolean): boolean | null =>
  said === 'unknown' ? null : said === 'passes' || (said === 'names' && namesSuffice);

/**
 * Whether mailbox providers accept bulk mail of a domain: SPF, DKIM and a DMARC policy are there. DMARC then passes by
 * DKIM, which is signed for the From domain itself, wherever bounces go. Null where the DNS didn't say.
 */
export function isAlignedBy({ dkim, spf, dmarc }: Found): boolean | null {
  const all = new Set([dkim, spf, dmarc]);
  if (all.has(false)) return false;
  return all.has(null) ? null : true;
}
