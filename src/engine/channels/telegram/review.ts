import * as z from 'zod/mini';
import { READER_TOKEN } from '#src/shared/reader-bots.ts';
import type { ChannelCall } from '../callback.ts';
import type { ChannelDeps, OpenConnection } from '../channel.ts';
import type { ChatAct, ChatCall, ChatReply, ReplySent, ReviewChat, ReviewMessage } from '../review.ts';
import { ask } from './ask.ts';
import { placeOf } from './place.ts';
import { beginCalls, endCalls, inAnswer, nameOf, updateIn, type User } from './update.ts';

/** In a callback's pop-up. */
const ALERT_MAX = 200;
const BUTTON = /^([ar]):([0-9a-f-]{36})$/;
const START = /^\/start(?:@\w+)?\s+([\w-]{8,64})$/;

/** The headline is bold, the outcome too; nothing has to be escaped. */
function textOf({ headline, summary, rows, outcome }: ReviewMessage) {
  const facts = rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
  const text = [headline, summary, facts, ...(outcome === null ? [] : [outcome])].join('\n\n');
  const bold = (part: string, offset: number) => ({ type: 'bold', offset, length: part.length });
  return {
    text,
    entities: [bold(headline, 0), ...(outcome === null ? [] : [bold(outcome, text.length - outcome.length)])],
    link_preview_options: { is_disabled: true },
  };
}

const keyboardOf = ({ buttons }: ReviewMessage) => ({
  reply_markup: {
    inline_keyboard:
      buttons === null
        ? []
        : [
            [
              { text: 'Approve', callback_data: `a:${buttons.key}` },
              { text: 'Reject', callback_data: `r:${buttons.key}` },
            ],
            [{ text: 'Open', url: buttons.openUrl }],
          ],
  },
});

const whereOf = (place: string) => {
  const { chat, topic } = placeOf(place);
  return { chat_id: chat, ...(topic !== null && { message_thread_id: topic }) };
};

const sentSchema = z.object({ message_id: z.int(), chat: z.object({ id: z.int() }) });
/** A message is known within its chat only. */
const messageIdIn = (result: unknown): string | null => {
  const read = sentSchema.safeParse(result);
  return read.success ? idOf(read.data) : null;
};
const idOf = (message: { message_id: number; chat: { id: number } }): string =>
  `${message.chat.id}:${message.message_id}`;

/** For `reply`: how the one who acted is answered. */
type Context = { callback: string; chat: string } | { chat: string };

/** A private chat with somebody has their own number. */
const userOf = (from: User) => ({
  id: String(from.id),
  name: nameOf(from) || 'Someone',
  place: String(from.id),
});

const NOTHING: ChatCall = { act: null };

function read(call: ChannelCall, _: OpenConnection, secret: string): ChatCall {
  const update = updateIn(call, secret);
  if (!update) return NOTHING;
  const { callback_query: pressed, message } = update;
  if (pressed?.message) {
    const [, letter, key = ''] = BUTTON.exec(pressed.data ?? '') ?? [];
    if (letter === undefined) return NOTHING;
    const place = String(pressed.message.chat.id);
    const context: Context = { callback: pressed.id, chat: place };
    return {
      act: {
        kind: 'press',
        user: userOf(pressed.from),
        message: idOf(pressed.message),
        key,
        decision: letter === 'a' ? 'approve' : 'reject',
      },
      context,
    };
  }
  if (!message?.from || message.text === undefined) return NOTHING;
  const user = userOf(message.from);
  const context: Context = { chat: String(message.chat.id) };
  const [, code] = message.chat.type === 'private' ? (START.exec(message.text.trim()) ?? []) : [];
  // What readers come with is theirs.
  if (code !== undefined && !READER_TOKEN.test(code)) return { act: { kind: 'code', user, code }, context };
  if (!message.reply_to_message) return NOTHING;
  const prompt = idOf({ ...message.reply_to_message, chat: message.chat });
  return { act: { kind: 'reason', user, about: { prompt }, reason: message.text }, context };
}

async function reply(
  said: ChatReply,
  { act, context }: { act: ChatAct; context: unknown },
  connection: OpenConnection,
  deps: ChannelDeps,
): Promise<ReplySent> {
  const to = context as Context;
  const text = 'says' in said ? said.says : '';
  if ('callback' in to && !('asks' in said))
    return inAnswer('answerCallbackQuery', {
      callback_query_id: to.callback,
      text: text.length > ALERT_MAX ? `${text.slice(0, ALERT_MAX - 1)}…` : text,
      show_alert: true,
    });
  // A group would see it.
  if (!('asks' in said)) return inAnswer('sendMessage', { chat_id: act.user.place, text });
  // Only the one who pressed is asked to reply.
  const { user } = act;
  const question = `${user.name}, why do you reject “${said.headline}”? Reply to this message.`;
  const sent = await ask(connection, deps, 'sendMessage', {
    chat_id: to.chat,
    text: question,
    entities: [{ type: 'text_mention', offset: 0, length: user.name.length, user: { id: Number(user.id) } }],
    reply_markup: { force_reply: true, selective: true, input_field_placeholder: 'The reason' },
  });
  const prompt = 'ok' in sent ? messageIdIn(sent.ok) : null;
  const answer =
    'callback' in to ? inAnswer('answerCallbackQuery', { callback_query_id: to.callback }) : null;
  return { answer: answer?.answer ?? null, ...(prompt !== null && { prompt }) };
}

export const telegramReview: ReviewChat = {
  steps: ['For a review channel, add the bot to the group, and add the group as a place under Channels.'],
  begin: async (connection, of, deps) => {
    const begun = await beginCalls(connection, of, deps);
    return 'ok' in begun ? { ok: { bot: begun.ok.bot } } : begun;
  },
  end: endCalls,
  linkUrl: (bot, code) => `https://t.me/${bot}?start=${code}`,
  linkHint: 'Open the link and choose Start.',
  post: async (message, place, connection, deps) => {
    const fields = { ...whereOf(place), ...textOf(message), ...keyboardOf(message) };
    const sent = await ask(connection, deps, 'sendMessage', fields);
    if (!('ok' in sent)) return sent;
    const messageId = messageIdIn(sent.ok);
    return messageId === null
      ? { problem: 'Telegram’s answer names no message.', isFinal: true }
      : { ok: { messageId } };
  },
  edit: async (message, messageId, connection, deps) => {
    const [chat, id] = messageId.split(':');
    const sent = await ask(connection, deps, 'editMessageText', {
      chat_id: chat,
      message_id: Number(id),
      ...textOf(message),
      ...keyboardOf(message),
    });
    if ('ok' in sent || /message is not modified/i.test(sent.problem)) return { ok: true };
    return sent;
  },
  read,
  reply,
};
