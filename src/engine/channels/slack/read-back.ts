import * as z from 'zod/mini';
import type { ReadBack, SendDeps, SentMessage } from '../channel.ts';
import { readAnswer } from '../http-outcome.ts';
import { accessOf, isOfWebhook, readMessageId } from './access.ts';
import { readable } from './mrkdwn.ts';
import { connectionOf } from './send.ts';
import { adviceOn, errorCode } from './verdict.ts';
import { callApi } from './web-api.ts';

const answerSchema = z.object({
  ok: z.literal(true),
  messages: z.array(z.object({ ts: z.string(), text: z.string(), subtype: z.optional(z.string()) })),
});
const GONE = new Set(['message_not_found', 'thread_not_found']);

/** A reply isn't in the channel's history: it is read from its thread. */
export async function readBack({ providerMessageId }: SentMessage, deps: SendDeps): Promise<ReadBack> {
  const access = accessOf(connectionOf(deps));
  if (access.way === 'webhook' || isOfWebhook(providerMessageId))
    return { found: 'unknown', problem: 'A webhook can’t read what it posted. A bot token can.' };
  const id = readMessageId(providerMessageId);
  if (!id) return { found: 'gone' };
  const { channel, ts, thread } = id;
  const answer = await callApi(
    { ...access, call: deps.call },
    thread === null ? 'conversations.history' : 'conversations.replies',
    {
      channel,
      ...(thread !== null && { ts: thread }),
      oldest: ts,
      latest: ts,
      inclusive: true,
      // A thread's first message comes with every page of it.
      limit: thread === null ? 1 : 2,
    },
    'form',
  );
  const read = answer.kind === 'answered' ? answerSchema.safeParse(readAnswer(answer).json) : null;
  if (!read?.success)
    return GONE.has(errorCode(answer) ?? '')
      ? { found: 'gone' }
      : { found: 'unknown', problem: adviceOn(answer) };
  const message = read.data.messages.find((each) => each.ts === ts);
  // A deleted message that has replies leaves a tombstone.
  if (!message || message.subtype === 'tombstone') return { found: 'gone' };
  return { found: 'there', text: readable(message.text) };
}
