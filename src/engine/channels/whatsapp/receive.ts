import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { OpenConnection } from '../channel.ts';
import { CallRefused, type ChannelCall, type ChannelEvent, type Received } from '../callback.ts';
import { isGoneFor, wordsOf } from './verdict.ts';

const errorSchema = z.object({
  code: z.optional(z.int()),
  title: z.optional(z.string()),
  message: z.optional(z.string()),
  error_data: z.optional(z.object({ details: z.optional(z.string()) })),
});
const statusSchema = z.object({
  id: z.string(),
  status: z.string(),
  /** Seconds since the epoch. */
  timestamp: z.union([z.string(), z.number()]),
  errors: z.optional(z.array(errorSchema)),
});
type Status = z.infer<typeof statusSchema>;
const valueSchema = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  statuses: z.optional(z.array(z.unknown())),
});
const callSchema = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) })),
});

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Before it reports anything, the provider asks whether the address is its owner's. */
function challenge({ query }: ChannelCall, secrets: OpenConnection['secrets']): Received {
  const right = secrets['verifyToken'] ?? '';
  const isIt = query.get('hub.mode') === 'subscribe' && right !== '';
  if (!isIt || !isSame(query.get('hub.verify_token') ?? '', right))
    throw new CallRefused('The verify token is another one. Enter the same one at Meta and here.');
  const body = query.get('hub.challenge') ?? '';
  return { events: [], answer: { status: 200, type: 'text/plain', body } };
}

const KINDS: Readonly<Record<string, ChannelEvent['kind']>> = {
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

function eventOf({ id, status, timestamp, errors: [error] = [] }: Status): ChannelEvent[] {
  const kind = KINDS[status];
  if (!kind) return [];
  const code = error?.code ?? 0;
  const said = error?.error_data?.details ?? error?.message ?? error?.title ?? '';
  const words = kind === 'failed' ? (wordsOf(code) ?? said) : '';
  return [
    {
      id: `${id} ${status}`,
      kind: kind === 'failed' && isGoneFor(code) ? 'bounced' : kind,
      providerMessageId: id,
      at: Number(timestamp) * 1_000,
      detail: code === 0 ? words : `${words} (${code})`.trim(),
    },
  ];
}

/** A call of the provider, signed with the app's secret. One app may report for several numbers. */
export async function receive(call: ChannelCall, { settings, secrets }: OpenConnection): Promise<Received> {
  if (call.method === 'GET') return challenge(call, secrets);
  const secret = secrets['appSecret'] ?? '';
  const right = `sha256=${createHmac('sha256', secret).update(call.body).digest('hex')}`;
  if (secret === '' || !isSame(call.header('x-hub-signature-256') ?? '', right))
    throw new CallRefused('The signature isn’t made with this app secret. Copy the app secret again.');
  const read = callSchema.safeParse(jsonOf(call.body));
  if (!read.success) throw new CallRefused('The call isn’t about a WhatsApp account.');
  const statuses = read.data.entry
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === 'messages')
    .flatMap(({ value }) => {
      const known = valueSchema.safeParse(value);
      if (!known.success || known.data.metadata.phone_number_id !== settings['phoneId']) return [];
      return known.data.statuses ?? [];
    });
  // One that we can't read doesn't keep the others from counting.
  const events = statuses.flatMap((each) => {
    const status = statusSchema.safeParse(each);
    return status.success && Number.isFinite(Number(status.data.timestamp)) ? eventOf(status.data) : [];
  });
  return { events };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
