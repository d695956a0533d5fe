import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod/mini';
import type { Call } from '#src/platform/net/call.ts';
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
import { accessBy, API, headersBy, nonceOf, PUBLIC_KEY, withoutToken } from './access.ts';
import { escapeMarkdown } from './markdown.ts';

/** A call that is older may be a copy. In seconds. */
const WINDOW_S = 300;
const TITLE_MAX = 250;
const TEXT_MAX = 1_000;
const COMMAND = 'link-approval';
const REASON = 'reason';
const BUTTON = /^([ar]):([0-9a-f-]{36})$/;
/** Only the one who acted sees it. */
const EPHEMERAL = 64;

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);
const marked = (text: string, max: number): string => escapeMarkdown(cut(text, max));

async function ask(
  connection: OpenConnection,
  deps: ChannelDeps,
  method: Call['method'],
  path: string,
  fields?: object,
): Promise<ReviewSent<unknown>> {
  const access = accessBy(connection);
  if (access.way !== 'bot')
    return { problem: 'A webhook can’t ask people to decide. Connect the bot’s token.', isFinal: true };
  const body = fields === undefined ? {} : { body: JSON.stringify(fields) };
  const headers = { ...headersBy(access), 'content-type': 'application/json' };
  const answer = withoutToken(access, await deps.call({ method, url: `${API}${path}`, headers, ...body }));
  if (answer.kind !== 'answered')
    return { problem: `Discord wasn’t reached: ${answer.reason}`, isFinal: false };
  const { status, json } = readAnswer(answer);
  if (status < 300) return { ok: json };
  const said = z.object({ message: z.string() }).safeParse(json).data?.message ?? `status ${status}`;
  const problem = `Discord says: ${said}`;
  if (status === 429)
    return { problem, isFinal: false, retryAt: deps.now() + (answer.retryAfterMs ?? 30_000) };
  return { problem, isFinal: status < 500 };
}

const button = (style: number, label: string, more: object) => ({ type: 2, style, label, ...more });

function payloadOf({ headline, summary, rows, buttons, outcome }: ReviewMessage): object {
  const about = marked(summary, TEXT_MAX);
  const description = outcome === null ? about : `${about}\n\n**${marked(outcome, TEXT_MAX)}**`;
  const fields = rows.map(({ label, value }) => ({
    name: escapeMarkdown(label),
    value: marked(value, TEXT_MAX),
    inline: false,
  }));
  const row =
    buttons === null
      ? []
      : [
          {
            type: 1,
            components: [
              button(3, 'Approve', { custom_id: `a:${buttons.key}` }),
              button(4, 'Reject', { custom_id: `r:${buttons.key}` }),
              button(5, 'Open', { url: buttons.openUrl }),
            ],
          },
        ];
  return {
    embeds: [{ title: marked(headline, TITLE_MAX), description, fields }],
    components: row,
    allowed_mentions: { parse: [] },
  };
}

const userSchema = z.object({
  id: z.string(),
  username: z.optional(z.string()),
  global_name: z.optional(z.nullable(z.string())),
});
const inputSchema = z.object({ custom_id: z.string(), value: z.optional(z.string()) });
const interactionSchema = z.object({
  type: z.int(),
  channel_id: z.optional(z.string()),
  message: z.optional(z.object({ id: z.string() })),
  member: z.optional(z.object({ user: userSchema })),
  user: z.optional(userSchema),
  data: z.optional(
    z.object({
      name: z.optional(z.string()),
      custom_id: z.optional(z.string()),
      options: z.optional(z.array(z.object({ name: z.string(), value: z.optional(z.unknown()) }))),
      components: z.optional(z.array(z.object({ components: z.array(inputSchema) }))),
    }),
  ),
});
type Interaction = z.infer<typeof interactionSchema>;

const jsonAnswer = (json: object) => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(json),
});

/** A raw Ed25519 key, as the developer portal shows it, with what says that it's one. */
const keyOf = (hex: string) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(hex, 'hex')]),
    format: 'der',
    type: 'spki',
  });

function assertDiscords(call: ChannelCall, { settings }: OpenConnection): void {
  const key = settings[PUBLIC_KEY];
  if (!key) throw new CallRefused('The connection has no public key.');
  const at = call.header('x-signature-timestamp') ?? '';
  if (!/^\d{1,12}$/.test(at) || Math.abs(call.now.getTime() / 1_000 - Number(at)) > WINDOW_S)
    throw new CallRefused('The call is too old, or has no timestamp.');
  const signature = call.header('x-signature-ed25519') ?? '';
  const isSigned =
    /^[0-9a-f]{128}$/.test(signature) &&
    verify(null, Buffer.concat([Buffer.from(at), call.body]), keyOf(key), Buffer.from(signature, 'hex'));
  if (!isSigned) throw new CallRefused('The signature is wrong.');
}

function read(call: ChannelCall, connection: OpenConnection): ChatCall {
  assertDiscords(call, connection);
  const interaction = interactionSchema.safeParse(jsonOf(call.body));
  if (!interaction.success) return { act: null };
  // So Discord asks whether we're there, and whether we verify.
  if (interaction.data.type === 1) return { act: null, answer: jsonAnswer({ type: 1 }) };
  const act = actOf(interaction.data);
  return act ? { act } : { act: null, answer: jsonAnswer({ type: 6 }) };
}

function actOf({
  type,
  data,
  message,
  channel_id: channel,
  member,
  user: alone,
}: Interaction): ChatAct | null {
  const person = member?.user ?? alone;
  if (!person || !data) return null;
  const name = person.global_name ?? person.username ?? person.id;
  const user = { id: person.id, name, place: `@${person.id}` };
  if (type === 2 && data.name === COMMAND)
    return { kind: 'code', user, code: String(data.options?.[0]?.value ?? '') };
  if (type === 5) {
    const key = data.custom_id?.startsWith(`${REASON}:`) ? data.custom_id.slice(REASON.length + 1) : null;
    const reason = data.components?.flatMap(({ components }) => components)[0]?.value ?? '';
    return key === null ? null : { kind: 'reason', user, about: { key }, reason };
  }
  const [, letter, key = ''] = BUTTON.exec(data.custom_id ?? '') ?? [];
  if (type !== 3 || letter === undefined || !message || channel === undefined) return null;
  const decision = letter === 'a' ? 'approve' : 'reject';
  return { kind: 'press', user, message: `${channel}/${message.id}`, key, decision };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}

/** Everything is in the answer, so that no second call can be late. */
function answerOf(said: ChatReply): object {
  if (!('asks' in said))
    return {
      type: 4,
      data: { content: escapeMarkdown(said.says), flags: EPHEMERAL, allowed_mentions: { parse: [] } },
    };
  const input = { type: 4, custom_id: REASON, label: 'Why do you reject it?', style: 2, max_length: 1_000 };
  return {
    type: 9,
    data: {
      custom_id: `${REASON}:${said.key}`,
      title: 'Reject the alert',
      components: [{ type: 1, components: [input] }],
    },
  };
}

/** A channel; somebody is written to in a channel of their own, which is asked for first. */
async function channelOf(
  place: string,
  connection: OpenConnection,
  deps: ChannelDeps,
): Promise<ReviewSent<string>> {
  if (!place.startsWith('@')) return { ok: place };
  const made = await ask(connection, deps, 'POST', '/users/@me/channels', { recipient_id: place.slice(1) });
  if (!('ok' in made)) return made;
  const id = idIn(made.ok);
  return id === null ? { problem: 'Discord’s answer names no channel.', isFinal: true } : { ok: id };
}

const idIn = (json: unknown): string | null => z.object({ id: z.string() }).safeParse(json).data?.id ?? null;

export const discordReview: ReviewChat = {
  steps: [
    'Under Channels, enter the application’s public key. It’s under “General Information” in the developer portal.',
    'In the developer portal, enter {url} as the “Interactions Endpoint URL”. Discord checks it when you save.',
    'To get requests in direct messages, share a server with the bot and allow messages from its members.',
  ],
  begin: async (connection, { callbackUrl }, deps) => {
    if (!connection.settings[PUBLIC_KEY])
      return {
        problem:
          'Enter the application’s public key under Channels first. Without it, calls can’t be verified.',
        isFinal: true,
      };
    const me = await ask(connection, deps, 'GET', '/applications/@me');
    if (!('ok' in me)) return me;
    const option = { type: 3, name: 'code', description: 'The code from your account', required: true };
    const made = await ask(connection, deps, 'POST', `/applications/${idIn(me.ok) ?? ''}/commands`, {
      name: COMMAND,
      description: 'Link your account to approve alerts',
      options: [option],
    });
    if (!('ok' in made)) return made;
    // What an owner enters in the developer portal by hand.
    if (connection.practice) await ask(connection, deps, 'POST', '/practice/endpoint', { url: callbackUrl });
    return { ok: { bot: '' } };
  },
  // The command stays, and answers that it knows no code.
  end: async () => undefined,
  linkUrl: null,
  linkHint: 'In Discord, write /link-approval and the code.',
  post: async (message, place, connection, deps) => {
    const channel = await channelOf(place, connection, deps);
    if (!('ok' in channel)) return channel;
    const nonce = message.buttons && { nonce: nonceOf(`${message.buttons.key}`), enforce_nonce: true };
    const path = `/channels/${channel.ok}/messages`;
    const sent = await ask(connection, deps, 'POST', path, { ...payloadOf(message), ...nonce });
    if (!('ok' in sent)) return sent;
    const id = idIn(sent.ok);
    return id === null
      ? { problem: 'Discord’s answer names no message.', isFinal: true }
      : { ok: { messageId: `${channel.ok}/${id}` } };
  },
  edit: async (message, messageId, connection, deps) => {
    const [channel = '', id = ''] = messageId.split('/');
    const path = `/channels/${channel}/messages/${id}`;
    const sent = await ask(connection, deps, 'PATCH', path, payloadOf(message));
    return 'ok' in sent ? { ok: true } : sent;
  },
  read,
  reply: async (said): Promise<ReplySent> => ({ answer: jsonAnswer(answerOf(said)) }),
};
