import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { CallRefused, type ChannelCall } from '../callback.ts';
import type { ChannelDeps, OpenConnection } from '../channel.ts';
import type { CallsTo, ReviewSent } from '../review.ts';
import { ask } from './ask.ts';

const userSchema = z.object({
  id: z.int(),
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
  username: z.optional(z.string()),
  language_code: z.optional(z.string()),
});
export type User = z.infer<typeof userSchema>;
const chatSchema = z.object({ id: z.int(), type: z.string(), username: z.optional(z.string()) });
const updateSchema = z.object({
  callback_query: z.optional(
    z.object({
      id: z.string(),
      from: userSchema,
      data: z.optional(z.string()),
      message: z.optional(z.object({ message_id: z.int(), chat: chatSchema })),
    }),
  ),
  message: z.optional(
    z.object({
      from: z.optional(userSchema),
      chat: chatSchema,
      text: z.optional(z.string()),
      reply_to_message: z.optional(z.object({ message_id: z.int() })),
    }),
  ),
  my_chat_member: z.optional(
    z.object({ chat: chatSchema, from: userSchema, new_chat_member: z.object({ status: z.string() }) }),
  ),
});
export type Update = z.infer<typeof updateSchema>;

/** @returns the update, or null for one that we don't read. @throws CallRefused where it isn't Telegram's */
export function updateIn(call: ChannelCall, secret: string): Update | null {
  const given = Buffer.from(call.header('x-telegram-bot-api-secret-token') ?? '');
  const wanted = Buffer.from(secret);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new CallRefused('The secret token of the webhook is wrong.');
  const update = updateSchema.safeParse(jsonOf(call.body));
  return update.success ? update.data : null;
}

/** '' where the account has none. */
export const nameOf = ({ first_name = '', last_name = '', username }: User): string =>
  [first_name, last_name].filter((part) => part !== '').join(' ') || (username ? `@${username}` : '');

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}

/** The answer to the webhook is a call of the Bot API. */
export const inAnswer = (method: string, fields: object) => ({
  answer: { status: 200, type: 'application/json', body: JSON.stringify({ method, ...fields }) },
});

/** Whatever it is: another workspace isn't named. */
const TAKEN =
  'This bot already reports to another connection or program, and Telegram allows only one. Turn it off there first, or connect another bot. If nothing uses it anymore, call deleteWebhook of the Bot API with its token.';

/**
 * Where a bot's calls go, if elsewhere; null where they don't. The address of a connection is the same after the
 * installation has moved.
 */
function elsewhere(info: unknown, callbackUrl: string): string | null {
  const url = z.object({ url: z.string() }).safeParse(info).data?.url ?? '';
  return url === '' || URL.parse(url)?.pathname === new URL(callbackUrl).pathname ? null : url;
}
// Practice accounts of all workspaces are one bot.
const webhookOf = (connection: OpenConnection, deps: ChannelDeps): Promise<ReviewSent<unknown>> =>
  connection.practice ? Promise.resolve({ ok: null }) : ask(connection, deps, 'getWebhookInfo', {});

/** A bot has one webhook: approval and readers share it, and none is taken from who has it. */
export async function beginCalls(
  connection: OpenConnection,
  { callbackUrl, secret, isOrphaned }: CallsTo,
  deps: ChannelDeps,
): Promise<ReviewSent<{ bot: string; id: string }>> {
  const me = await ask(connection, deps, 'getMe', {});
  if (!('ok' in me)) return me;
  const bot = z.object({ id: z.int(), username: z.string() }).safeParse(me.ok);
  const info = await webhookOf(connection, deps);
  if (!('ok' in info)) return info;
  const other = elsewhere(info.ok, callbackUrl);
  if (other !== null && !(await isOrphaned(other))) return { problem: TAKEN, isFinal: true };
  const set = await ask(connection, deps, 'setWebhook', {
    url: callbackUrl,
    secret_token: secret,
    allowed_updates: ['message', 'callback_query', 'my_chat_member'],
  });
  if (!('ok' in set)) return set;
  return {
    ok: { bot: bot.success ? bot.data.username : '', id: bot.success ? String(bot.data.id) : '' },
  };
}

export async function endCalls(
  connection: OpenConnection,
  { callbackUrl }: Pick<CallsTo, 'callbackUrl'>,
  deps: ChannelDeps,
): Promise<void> {
  const info = await webhookOf(connection, deps);
  if ('ok' in info && elsewhere(info.ok, callbackUrl) === null)
    await ask(connection, deps, 'deleteWebhook', {});
}
