import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';

const time = z.iso.datetime();

/** A brand whose domain isn't aligned reaches so many people with a message. */
export const UNALIGNED_MAX = 50;

export const DNS_RECORDS = ['dkim', 'spf', 'dmarc', 'returnPath'] as const;
const dnsRecordSchema = z.object({
  record: z.enum(DNS_RECORDS),
  type: z.enum(['TXT', 'MX']),
  host: z.string(),
  value: z.string(),
  /** Null until the DNS was asked. */
  found: z.nullable(z.boolean()),
});
export type DnsRecord = z.infer<typeof dnsRecordSchema>;

/** A domain that a workspace sends from, with the DNS records it needs. */
export const sendingDomainSchema = z.object({
  id: z.uuid(),
  domain: z.string(),
  aligned: z.boolean(),
  checkedAt: z.nullable(time),
  records: z.array(dnsRecordSchema),
});
export type SendingDomain = z.infer<typeof sendingDomainSchema>;

/** Who sends a brand's messages over a channel. */
export const senderSchema = z.object({
  brandId: z.uuid(),
  brandName: z.string(),
  channel: channelKindSchema,
  connectionId: z.nullable(z.uuid()),
  settings: z.record(z.string(), z.string()),
  domain: z.nullable(sendingDomainSchema),
  /** How many people a message may reach; null is no limit. */
  reaches: z.nullable(z.int()),
});
export type Sender = z.infer<typeof senderSchema>;
export const sendersSchema = z.object({ items: z.array(senderSchema) });

/** The fields are those that the channel declares (`senderFields` of GET /channels). */
export const senderFormSchema = z.object({
  brandId: z.uuid('brandId is the id of a brand'),
  channel: channelKindSchema,
  connectionId: z.nullable(z.uuid('connectionId is the id of a connection')),
  fields: z.record(
    z.string().check(z.maxLength(60)),
    z.string('Each field is a text').check(z.maxLength(500, 'Use at most 500 characters')),
    'fields is an object of texts',
  ),
});
export type SenderForm = z.infer<typeof senderFormSchema>;
