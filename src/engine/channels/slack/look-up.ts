import * as z from 'zod/mini';
import type { LookUp, SendDeps, Sought } from '../channel.ts';
import { readAnswer } from '../http-outcome.ts';
import { unclear } from '../look-up.ts';
import { accessOf, readMessageId, writeMessageId } from './access.ts';
import { connectionOf } from './send.ts';
import { adviceOn } from './verdict.ts';
import { callApi } from './web-api.ts';

const answerSchema = z.object({
  ok: z.literal(true),
  messages: z.array(
    z.object({
      ts: z.string(),
      thread_ts: z.optional(z.string()),
      metadata: z.optional(z.object({ event_payload: z.optional(z.record(z.string(), z.unknown())) })),
    }),
  ),
  has_more: z.optional(z.boolean()),
});

/** By the delivery's id, which a bot's message has in its metadata. */
export async function lookUp(sought: Sought, deps: SendDeps): Promise<LookUp> {
  if (accessOf(connectionOf(deps)).way === 'webhook')
    return unclear('A webhook can’t read what it posted. A bot token can.', { never: true });
  const first = sought.replyTo && readMessageId(sought.replyTo.providerMessageId);
  const under = first ? await lookIn(first.thread ?? first.ts, sought, deps) : null;
  if (under?.found === 'there') return under;
  // Without its thread, a reply is a message of its own.
  const beside = await lookIn(null, sought, deps);
  return beside.found === 'absent' && under?.found === 'unclear' ? under : beside;
}

async function lookIn(thread: string | null, sought: Sought, deps: SendDeps): Promise<LookUp> {
  const { deliveryId, address: channel, since } = sought;
  const access = accessOf(connectionOf(deps));
  if (access.way === 'webhook') return unclear('A webhook can’t read what it posted.');
  const answer = await callApi(
    { ...access, call: deps.call },
    thread === null ? 'conversations.history' : 'conversations.replies',
    {
      channel,
      ...(thread !== null && { ts: thread }),
      oldest: (since / 1_000).toFixed(6),
      limit: 100,
      include_all_metadata: true,
    },
    'form',
  );
  const read = answer.kind === 'answered' ? answerSchema.safeParse(readAnswer(answer).json) : null;
  if (!read?.success) return unclear(adviceOn(answer));
  const found = read.data.messages.find(
    ({ metadata }) => metadata?.event_payload?.['delivery_id'] === deliveryId,
  );
  if (found) return { found: 'there', providerMessageId: writeMessageId({ channel, ts: found.ts, thread }) };
  return read.data.has_more === true
    ? unclear('There was too much since to look through all of it.')
    : { found: 'absent' };
}
