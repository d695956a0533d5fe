import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';
import { warmUpEndSchema, warmUpSchema } from './warm-up.ts';

const time = z.iso.datetime();

/** Without an aligned domain of its own, a brand reaches the members and so many other people with a message. */
export const UNALIGNED_MAX = 50;

/** A domain whose records aren't found any more counts as aligned for so long. */
const LOST_GRACE_MS = 86_400_000;
export const limitedFrom = (lostAt: Date): Date => new Date(lostAt.getTime() + LOST_GRACE_MS);

/** What limits a brand: its own domain, of which records are missing, or that its messages come from the installation's. */
const SENDER_LIMITS = ['domain', 'installation'] as const;

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
  /** Where records of an aligned domain aren't found any more: from when on it doesn't count as aligned. */
  limitedFrom: z.nullable(time),
  checkedAt: z.nullable(time),
  records: z.array(dnsRecordSchema),
  /** What it may send today while it's new; null before it's aligned, and once that is over. */
  warmUp: z.nullable(warmUpSchema),
  /** How its warm-up ended; null while it goes on, and where there was none. */
  warmUpEnd: z.nullable(warmUpEndSchema),
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
  /** How many people besides the members a message may reach; null is no limit. */
  reaches: z.nullable(z.int()),
  limitedBy: z.nullable(z.enum(SENDER_LIMITS)),
  /** What would be better set, and the field that sets it. */
  hints: z.array(z.object({ field: z.string(), text: z.string() })),
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
