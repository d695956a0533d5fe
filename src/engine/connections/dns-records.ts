import type { DnsRecord } from '#src/shared/senders.ts';

/** Asks the DNS; node:dns/promises outside of tests. Each rejects where there is no such record. */
export type Resolver = {
  resolveTxt: (name: string) => Promise<string[][]>;
  resolveMx: (name: string) => Promise<{ exchange: string }[]>;
};

export type DomainFacts = {
  domain: string;
  selector: string;
  publicKey: string;
  /** The domain of the installation's own mail server; null where the brand's own server sends. */
  sentBy: string | null;
  /** Where bounces go. */
  bounceDomain: string;
};

/** The records that a domain needs, as they are entered at its DNS provider. */
export function recordsOf(facts: DomainFacts, found: Readonly<Record<string, boolean>>): DnsRecord[] {
  const { domain, selector, publicKey, sentBy, bounceDomain } = facts;
  const includes = sentBy === null ? 'include:YOUR-MAIL-PROVIDER' : `include:${sentBy}`;
  const records: Omit<DnsRecord, 'found'>[] = [
    {
      record: 'dkim',
      type: 'TXT',
      host: `${selector}._domainkey.${domain}`,
      value: `v=DKIM1; k=rsa; p=${publicKey}`,
    },
    { record: 'spf', type: 'TXT', host: domain, value: `v=spf1 ${includes} ~all` },
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

/**
 * Looks for a domain's records. `spf`: a record is there, and names the installation's domain where that sends. `dkim`:
 * our key, exactly. `returnPath`: bounces have a mail server. `aligned`: DKIM is for the From domain by construction;
 * with SPF and a DMARC policy, mailbox providers accept bulk mail of it.
 */
export async function lookAtRecords(
  dns: Resolver,
  { domain, selector, publicKey, sentBy, bounceDomain }: DomainFacts,
): Promise<{ found: Record<DnsRecord['record'], boolean>; aligned: boolean }> {
  const texts = async (name: string): Promise<string[]> =>
    (await dns.resolveTxt(name).catch(() => [])).map((parts) => parts.join(''));
  const [keys, policies, mx, ...dmarcs] = await Promise.all([
    texts(`${selector}._domainkey.${domain}`),
    texts(domain),
    dns.resolveMx(bounceDomain).catch(() => []),
    ...upwards(domain).map((name) => texts(`_dmarc.${name}`)),
  ]);
  const spf = policies.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const dmarc = dmarcs.flat().filter((text) => /^v=DMARC1\s*;/i.test(text));
  const found = {
    dkim: keys.some((key) => tagsOf(key).get('p') === publicKey),
    // Two records are none (RFC 7208, section 4.5).
    spf:
      spf.length === 1 && (sentBy === null || includesOf(spf[0] ?? '').some((name) => isUnder(sentBy, name))),
    dmarc:
      dmarc.length > 0 && ['none', 'quarantine', 'reject'].includes(tagsOf(dmarc[0] ?? '').get('p') ?? ''),
    returnPath: mx.length > 0,
  };
  return { found, aligned: found.dkim && found.spf && found.dmarc };
}

const includesOf = (spf: string): string[] =>
  spf
    .toLowerCase()
    .split(/\s+/)
    .flatMap((term) => /^[+?~]?include:(.+)$/.exec(term)?.[1] ?? []);
