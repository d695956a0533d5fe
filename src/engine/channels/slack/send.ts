import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '#src/platform/net/call.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { OpenConnection, SendDeps, SendOutcome, SendTo, SentMessage } from '../channel.ts';
import { outcomeOfAnswer } from '../http-outcome.ts';
import { type Access, accessOf, readMessageId, WEBHOOK_PLACE, webhookMessageId } from './access.ts';
import { blocksToSend } from './message.ts';
import { escape } from './mrkdwn.ts';
import { uploadPicture } from './upload.ts';
import { errorCode, isAboutFile, isAboutThread, verdictOfApi, verdictOfWebhook } from './verdict.ts';
import { callApi, callWebhook } from './web-api.ts';

const PROVIDER = 'Slack';
/** Slack looks at a file some time after it has it, and a message can't show it before. In ms. */
export const FILE_WAITS: readonly number[] = [250, 500, 1_000, 2_000];

type Bot = Extract<Access, { way: 'bot' }>;

export function connectionOf({ connection }: SendDeps): OpenConnection {
  if (!connection) throw new Error('Slack needs a bot or a webhook.');
  return connection;
}

const contentOf = (prepared: Prepared, fileId: string | null) => ({
  // For notifications and screen readers; the blocks say the same.
  text: escape(prepared.text),
  blocks: blocksToSend(prepared, fileId),
});
const QUIET = { mrkdwn: false, unfurl_links: false, unfurl_media: false };
/** By which a message can be found again that went out without an answer. */
const metadataOf = ({ deliveryId }: SendTo) => ({
  metadata: { event_type: 'alert_delivery', event_payload: { delivery_id: deliveryId } },
});

/** Shows the picture as soon as Slack has it ready; where it doesn't get ready, the alert goes without. */
async function withPicture(
  prepared: Prepared,
  bot: Bot,
  deps: SendDeps,
  waits: readonly number[],
  attempt: (fileId: string | null) => Promise<Answer>,
): Promise<Answer> {
  const fileId = await uploadPicture(prepared, bot, deps);
  let answer = await attempt(fileId);
  if (fileId === null) return answer;
  for (const wait of waits) {
    if (!isAboutFile(answer)) return answer;
    await sleep(wait);
    answer = await attempt(fileId);
  }
  return isAboutFile(answer) ? attempt(null) : answer;
}

async function sendByBot(
  prepared: Prepared,
  bot: Bot,
  to: SendTo,
  deps: SendDeps,
  waits: readonly number[],
): Promise<SendOutcome> {
  const first = to.replyTo && readMessageId(to.replyTo.providerMessageId);
  let thread = first ? (first.thread ?? first.ts) : null;
  const post = (fileId: string | null): Promise<Answer> =>
    callApi({ ...bot, call: deps.call }, 'chat.postMessage', {
      channel: to.address,
      ...contentOf(prepared, fileId),
      ...QUIET,
      ...metadataOf(to),
      ...(thread !== null && { thread_ts: thread }),
    });
  const answer = await withPicture(prepared, bot, deps, waits, async (fileId) => {
    const given = await post(fileId);
    if (thread === null || !isAboutThread(given)) return given;
    thread = null;
    return post(fileId);
  });
  return outcomeOfAnswer(answer, to, deps, {
    provider: PROVIDER,
    verdictOf: (read) => verdictOfApi(read, thread),
  });
}

async function sendByWebhook(
  prepared: Prepared,
  url: string,
  to: SendTo,
  deps: SendDeps,
): Promise<SendOutcome> {
  const body = { ...contentOf(prepared, null), ...QUIET };
  const answer = await callWebhook({ url, call: deps.call }, body);
  return outcomeOfAnswer(answer, to, deps, {
    provider: PROVIDER,
    verdictOf: (read) => verdictOfWebhook(read, webhookMessageId(to.deliveryId)),
  });
}

const WRONG_PLACE = {
  bot: 'This connection has a bot token, which posts to channels. Add the channel by its ID, such as C0123456789.',
  webhook: 'This connection is a webhook, which posts to one channel only. Add the place “webhook” instead.',
};

export async function send(
  prepared: Prepared,
  to: SendTo,
  deps: SendDeps,
  waits: readonly number[] = FILE_WAITS,
): Promise<SendOutcome> {
  const access = accessOf(connectionOf(deps));
  // What is meant for one channel is never posted to another.
  if ((access.way === 'webhook') !== (to.address === WEBHOOK_PLACE))
    return { outcome: 'rejected', reason: WRONG_PLACE[access.way] };
  return access.way === 'bot'
    ? sendByBot(prepared, access, to, deps, waits)
    : sendByWebhook(prepared, access.url, to, deps);
}

/** The message isn't there any more, or is too old to be edited: the correction is a message of its own. */
const NOT_EDITABLE = new Set(['message_not_found', 'cant_update_message', 'edit_window_closed']);

export async function edit(
  prepared: Prepared,
  message: SentMessage,
  to: SendTo,
  deps: SendDeps,
  waits: readonly number[] = FILE_WAITS,
): Promise<SendOutcome> {
  const access = accessOf(connectionOf(deps));
  const id = readMessageId(message.providerMessageId);
  if (access.way === 'webhook' || !id) return send(prepared, to, deps, waits);
  const answer = await withPicture(prepared, access, deps, waits, (fileId) =>
    callApi({ ...access, call: deps.call }, 'chat.update', {
      channel: id.channel,
      ts: id.ts,
      ...contentOf(prepared, fileId),
      ...metadataOf(to),
    }),
  );
  const code = errorCode(answer);
  if (code !== null && NOT_EDITABLE.has(code)) {
    const { replyTo, ...alone } = to;
    const isThere = code !== 'message_not_found' && replyTo;
    return send(prepared, isThere ? to : alone, deps, waits);
  }
  return outcomeOfAnswer(answer, to, deps, {
    provider: PROVIDER,
    // The same content again changes nothing.
    idempotent: true,
    verdictOf: (read) => {
      const verdict = verdictOfApi(read, id.thread);
      return verdict?.verdict === 'sent' ? { verdict: 'sent', id: message.providerMessageId } : verdict;
    },
  });
}
