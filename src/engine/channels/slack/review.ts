import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { CallRefused, type ChannelCall } from '../callback.ts';
import type { ChannelDeps, OpenConnection } from '../deps.ts';
import { readAnswer } from '../http-outcome.ts';
import type {
  ChatAct,
  ChatCall,
  ChatReply,
  ReplySent,
  ReviewChat,
  ReviewMessage,
  ReviewSent,
} from '../review.ts';
import { accessOf, readMessageId, SIGNING_SECRET, writeMessageId } from './access.ts';
import { escape, plainText, textObject } from './mrkdwn.ts';
import { callApi } from './web-api.ts';

const HEADER_MAX = 150;
const SUMMARY_MAX = 2_900;
const FIELD_MAX = 1_900;
/** A call that is older may be a copy. In seconds. */
const WINDOW_S = 300;
/** Slack gives up on us after three seconds. */
const ANSWER_MS = 1_500;
const ACTIONS = { approve: 'approve', reject: 'reject' } as const;
const REASON = 'reason';

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** A method of the Web API. @returns what it answers, or why it doesn't */
async function ask(
  connection: OpenConnection,
  deps: ChannelDeps,
  method: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<ReviewSent<Readonly<Record<string, unknown>>>> {
  const access = accessOf(connection);
  if (access.way !== 'bot')
    return { problem: 'A webhook can’t ask people to decide. Connect the app’s bot token.', isFinal: true };
  const answer = await callApi({ token: access.token, call: deps.call }, method, fields);
  if (answer.kind !== 'answered')
    return { problem: `Slack wasn’t reached: ${answer.reason}`, isFinal: false };
  const read = z
    .looseObject({ ok: z.boolean(), error: z.optional(z.string()) })
    .safeParse(readAnswer(answer).json);
  if (read.success && read.data.ok) return { ok: read.data };
  const problem = `Slack says: ${read.data?.error ?? `status ${answer.status}`}`;
  const wait = answer.retryAfterMs;
  if (answer.status === 429) return { problem, isFinal: false, retryAt: deps.now() + (wait ?? 30_000) };
  return { problem, isFinal: answer.status < 500 && read.data?.error !== 'internal_error' };
}

function blocksOf({ headline, summary, rows, buttons, outcome }: ReviewMessage): object[] {
  const field = ({ label, value }: ReviewMessage['rows'][number]) =>
    textObject([{ text: label, bold: true }, { text: `\n${cut(value, FIELD_MAX)}` }]);
  const button = (text: string, more: object) => ({ type: 'button', text: plainText(text), ...more });
  return [
    { type: 'header', text: plainText(cut(headline, HEADER_MAX)) },
    { type: 'section', text: textObject([{ text: cut(summary, SUMMARY_MAX) }]) },
    { type: 'section', fields: rows.slice(0, 10).map(field) },
    ...(outcome === null
      ? []
      : [{ type: 'section', text: textObject([{ text: cut(outcome, SUMMARY_MAX), bold: true }]) }]),
    ...(buttons === null
      ? []
      : [
          {
            type: 'actions',
            elements: [
              button('Approve', { action_id: ACTIONS.approve, value: buttons.key, style: 'primary' }),
              button('Reject', { action_id: ACTIONS.reject, value: buttons.key }),
              button('Open', { action_id: 'open', url: buttons.openUrl }),
            ],
          },
        ]),
  ];
}

const contentOf = (message: ReviewMessage) => ({
  // For notifications and screen readers; the blocks say the same.
  text: escape(
    [
      message.headline,
      message.summary,
      message.rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
      ...(message.outcome === null ? [] : [message.outcome]),
    ].join('\n\n'),
  ),
  blocks: blocksOf(message),
  unfurl_links: false,
  unfurl_media: false,
});

const personSchema = z.object({
  id: z.string(),
  team_id: z.optional(z.string()),
  name: z.optional(z.string()),
  username: z.optional(z.string()),
});
const payloadSchema = z.object({
  type: z.string(),
  user: personSchema,
  team: z.optional(z.nullable(z.object({ id: z.string() }))),
  channel: z.optional(z.object({ id: z.string() })),
  message: z.optional(z.object({ ts: z.string() })),
  actions: z.optional(z.array(z.object({ action_id: z.string(), value: z.optional(z.string()) }))),
  trigger_id: z.optional(z.string()),
  response_url: z.optional(z.string()),
  view: z.optional(
    z.object({
      callback_id: z.string(),
      private_metadata: z.string(),
      state: z.object({
        values: z.record(
          z.string(),
          z.record(z.string(), z.object({ value: z.optional(z.nullable(z.string())) })),
        ),
      }),
    }),
  ),
});

/** For `reply`: how the one who acted is answered. */
type Context = { by: 'button'; responseUrl: string; triggerId: string } | { by: 'view' } | { by: 'command' };

/** In a channel that two companies share, people of both have ids; with the team's, they differ. */
const userOf = (person: z.infer<typeof personSchema>, team: string) => ({
  id: `${person.team_id ?? team}/${person.id}`,
  name: person.name ?? person.username ?? person.id,
  place: person.id,
});

const DONE = { status: 200, type: 'text/plain', body: '' };
const inAnswer = (json: object): ReplySent => ({
  answer: { status: 200, type: 'application/json', body: JSON.stringify(json) },
});

function assertSlacks(call: ChannelCall, { secrets }: OpenConnection): void {
  const secret = secrets[SIGNING_SECRET];
  if (!secret) throw new CallRefused('The connection has no signing secret.');
  const at = call.header('x-slack-request-timestamp') ?? '';
  if (!/^\d{1,12}$/.test(at) || Math.abs(call.now.getTime() / 1_000 - Number(at)) > WINDOW_S)
    throw new CallRefused('The call is too old, or has no timestamp.');
  const made = createHmac('sha256', secret).update(`v0:${at}:`).update(call.body).digest('hex');
  const [given, wanted] = [Buffer.from(call.header('x-slack-signature') ?? ''), Buffer.from(`v0=${made}`)];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new CallRefused('The signature is wrong.');
}

function read(call: ChannelCall, connection: OpenConnection): ChatCall {
  assertSlacks(call, connection);
  const form = new URLSearchParams(call.body.toString('utf8'));
  if (form.has('command')) {
    const person = { id: form.get('user_id') ?? '', name: form.get('user_name') ?? '' };
    const code = (form.get('text') ?? '').trim();
    const context: Context = { by: 'command' };
    return { act: { kind: 'code', user: userOf(person, form.get('team_id') ?? ''), code }, context };
  }
  const payload = payloadSchema.safeParse(jsonOf(form.get('payload') ?? ''));
  if (!payload.success) return { act: null, answer: DONE };
  return { ...actOf(payload.data), answer: DONE };
}

function actOf(payload: z.infer<typeof payloadSchema>): Pick<ChatCall, 'act' | 'context'> {
  const { type, user: person, view, channel, message, response_url: responseUrl = '' } = payload;
  const user = userOf(person, payload.team?.id ?? '');
  if (type === 'view_submission' && view?.callback_id === REASON) {
    const reason = Object.values(view.state.values).flatMap((block) => Object.values(block))[0]?.value ?? '';
    const context: Context = { by: 'view' };
    return { act: { kind: 'reason', user, about: { key: view.private_metadata }, reason }, context };
  }
  const [action] = payload.actions ?? [];
  if (type !== 'block_actions' || !action || !channel || !message) return { act: null };
  const decision = Object.values(ACTIONS).find((each) => each === action.action_id);
  if (!decision || action.value === undefined) return { act: null };
  const context: Context = { by: 'button', responseUrl, triggerId: payload.trigger_id ?? '' };
  const id = writeMessageId({ channel: channel.id, ts: message.ts, thread: null });
  return { act: { kind: 'press', user, message: id, key: action.value, decision }, context };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

async function reply(
  said: ChatReply,
  { context }: { act: ChatAct; context: unknown },
  connection: OpenConnection,
  deps: ChannelDeps,
): Promise<ReplySent> {
  const to = context as Context;
  if ('asks' in said) {
    if (to.by !== 'button') return { answer: DONE };
    const view = reasonView(said.key, said.headline);
    await ask(connection, deps, 'views.open', { trigger_id: to.triggerId, view });
    return { answer: DONE };
  }
  const text = escape(said.says);
  if (to.by === 'command') return inAnswer({ response_type: 'ephemeral', text });
  if (to.by === 'view')
    return inAnswer({
      response_action: 'update',
      view: { type: 'modal', title: plainText('Your decision'), blocks: [section(said.says)] },
    });
  // Only the one who pressed sees it. The address comes in a signed call, and is Slack's own all the same.
  if (to.responseUrl.startsWith('https://hooks.slack.com/'))
    await deps.call({
      method: 'POST',
      url: to.responseUrl,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  return { answer: DONE };
}

const section = (text: string) => ({ type: 'section', text: textObject([{ text: cut(text, SUMMARY_MAX) }]) });

const reasonView = (key: string, headline: string) => ({
  type: 'modal',
  callback_id: REASON,
  private_metadata: key,
  title: plainText('Reject the alert'),
  submit: plainText('Reject'),
  close: plainText('Cancel'),
  blocks: [
    section(headline),
    {
      type: 'input',
      block_id: REASON,
      label: plainText('Why do you reject it?'),
      element: { type: 'plain_text_input', action_id: REASON, multiline: true, max_length: 1_000 },
    },
  ],
});

async function post(
  message: ReviewMessage,
  place: string,
  connection: OpenConnection,
  deps: ChannelDeps,
): Promise<ReviewSent<{ messageId: string }>> {
  const sent = await ask(connection, deps, 'chat.postMessage', { channel: place, ...contentOf(message) });
  if (!('ok' in sent)) return sent;
  const { channel, ts } = sent.ok;
  return typeof channel === 'string' && typeof ts === 'string'
    ? { ok: { messageId: writeMessageId({ channel, ts, thread: null }) } }
    : { problem: 'Slack’s answer names no message.', isFinal: true };
}

export const slackReview: ReviewChat = {
  steps: [
    'Under Channels, enter the app’s signing secret. It’s under “Basic Information” at api.slack.com/apps.',
    'At api.slack.com/apps, turn on “Interactivity & Shortcuts” and enter {url} as the request URL.',
    'Under “Slash Commands”, create /link-approval with {url} as the request URL, then install the app again.',
  ],
  begin: async (connection, { callbackUrl }, deps) => {
    if (!connection.secrets[SIGNING_SECRET])
      return {
        problem: 'Enter the app’s signing secret under Channels first. Without it, calls can’t be verified.',
        isFinal: true,
      };
    const works = await ask(connection, deps, 'auth.test', {});
    if (!('ok' in works)) return works;
    // What an owner enters at Slack by hand.
    if (connection.practice) await ask(connection, deps, 'practice.requestUrl', { url: callbackUrl });
    const { user } = works.ok;
    return { ok: { bot: typeof user === 'string' ? user.slice(0, 200) : '' } };
  },
  // Slack has no call for it: without our answers, the app’s owner removes the address.
  end: async () => undefined,
  linkUrl: null,
  linkHint: 'In Slack, write /link-approval and the code.',
  post,
  edit: async (message, messageId, connection, deps) => {
    const id = readMessageId(messageId);
    if (!id) return { problem: 'This isn’t a message from Slack.', isFinal: true };
    const fields = { channel: id.channel, ts: id.ts, ...contentOf(message) };
    const sent = await ask(connection, deps, 'chat.update', fields);
    return 'ok' in sent ? { ok: true } : sent;
  },
  read,
  reply,
};
