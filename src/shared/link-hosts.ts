import * as z from 'zod/mini';

const HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
const HOST_MAX = 253;

/**
 * A host as it's kept: lower case, in the letters of the DNS. An address before or behind it is no part of it.
 * @returns null for what is no name of a host: an address of numbers, a port, a path
 */
export function normalHost(text: string): string | null {
  const name = text
    .trim()
    .replace(/^https:\/\//i, '')
    .replace(/[./]$/, '');
  if (name === '' || /[\s/:@?#\\%]/.test(name)) return null;
  const host = URL.parse(`https://${name}`)?.hostname ?? '';
  const last = host.split('.').at(-1) ?? '';
  return HOST.test(host) && host.length <= HOST_MAX && !/^\d+$/.test(last) ? host : null;
}

/** Set by the proxy on requests to any host but the installation's own. */
export const LINK_DOMAIN_HEADER = 'Bellwire-Link-Domain';

export const linkHostFormSchema = z.strictObject({
  host: z.string('A domain is text.').check(
    z.refine((text) => normalHost(text) !== null, {
      error: 'Enter a domain like alerts.example.com, without a path or a port.',
    }),
    z.overwrite((text) => normalHost(text) ?? text),
  ),
});
export type LinkHostForm = z.infer<typeof linkHostFormSchema>;

/** `waiting`: never verified. `lost`: it was, and its records are gone. */
export const LINK_HOST_STATES = ['waiting', 'verified', 'lost'] as const;

const recordSchema = z.object({
  /** `owner` shows whose the domain is, `target` leads its readers here. */
  record: z.enum(['owner', 'target']),
  type: z.enum(['TXT', 'CNAME']),
  host: z.string(),
  value: z.string(),
  /** Null until the DNS was asked, and while it doesn't answer. */
  found: z.nullable(z.boolean()),
});
export type LinkHostRecord = z.infer<typeof recordSchema>;

/** Why a domain shows no certificate that browsers accept. */
export const CERTIFICATE_PROBLEMS = ['missing', 'wrong_name', 'untrusted', 'expired', 'unreachable'] as const;
export type CertificateProblem = (typeof CERTIFICATE_PROBLEMS)[number];

/** `renewal_late`: it's still valid, and should have been renewed by now. */
const CERTIFICATE_STATES = ['issued', 'renewal_late', ...CERTIFICATE_PROBLEMS] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];

const certificateSchema = z.object({
  state: z.enum(CERTIFICATE_STATES),
  /** Who issued the last certificate for this domain, and how long it's valid; null before the first. */
  issuer: z.nullable(z.string()),
  until: z.nullable(z.iso.datetime()),
  checkedAt: z.iso.datetime(),
});
export type LinkHostCertificate = z.infer<typeof certificateSchema>;

/** The domain that a brand's links are on. */
export const linkHostSchema = z.object({
  host: z.string(),
  state: z.enum(LINK_HOST_STATES),
  /** Links in what is sent now are on it. */
  inUse: z.boolean(),
  checkedAt: z.nullable(z.iso.datetime()),
  records: z.array(recordSchema),
  /** The certificate it shows. Null until we have looked, and while the domain isn't verified. */
  certificate: z.nullable(certificateSchema),
});
export type LinkHost = z.infer<typeof linkHostSchema>;

/** /api/v1/brands/{id}/link-domain. Null: links are on the installation's own address. */
export const brandLinkHostSchema = z.object({ domain: z.nullable(linkHostSchema) });
export type BrandLinkHost = z.infer<typeof brandLinkHostSchema>;
