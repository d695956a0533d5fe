import { READER_TOKEN, type ReaderAct, type ReaderReply } from '#src/shared/reader-bots.ts';
import type { ChannelDeps, OpenConnection } from '../channel.ts';
import type { ReaderCall, ReaderChats } from '../readers.ts';
import { ask } from './ask.ts';
import { botOfToken, privateAddress } from './place.ts';
import { beginCalls, endCalls, inAnswer, nameOf, type Update, updateIn } from './update.ts';

const BUTTON = /^([yn]):([0-9a-f-]{36})$/;
const COMMAND = /^\/(start|stop|settings)(?:@\w+)?(?:\s+([\s\S]*))?$/i;
const PRIVATE = 'private';

/** For `reply`: the pressed question, which the answer takes the place of. */
type Context = { chat: string; pressed?: { callback: string; message: number } };

/** What was done in a person's own chat. Whatever is written in a group is no business of readers. */
function actIn({ callback_query: pressed, message, my_chat_member: member }: Update): ReaderCall | null {
  if (member) {
    const chat = String(member.chat.id);
    const isGone = member.chat.type === PRIVATE && member.new_chat_member.status === 'kicked';
    return isGone ? { act: { kind: 'left', chat }, context: { chat } } : null;
  }
  if (pressed?.message) {
    const [, letter, key = ''] = BUTTON.exec(pressed.data ?? '') ?? [];
    const chat = String(pressed.message.chat.id);
    // The buttons are in a chat of one person's, whose id is the person's.
    if (letter === undefined || pressed.message.chat.type !== PRIVATE || chat !== String(pressed.from.id))
      return null;
    const context: Context = {
      chat,
      pressed: { callback: pressed.id, message: pressed.message.message_id },
    };
    return { act: { kind: 'answer', chat, key, yes: letter === 'y' }, context };
  }
  if (!message?.from || message.chat.type !== PRIVATE) return null;
  const chat = String(message.chat.id);
  return { act: said(message.text ?? '', chat, message.from), context: { chat } };
}

function said(
  text: string,
  chat: string,
  from: NonNullable<NonNullable<Update['message']>['from']>,
): ReaderAct {
  const [, command = '', rest = ''] = COMMAND.exec(text.trim()) ?? [];
  if (command.toLowerCase() === 'start') {
    const token = READER_TOKEN.test(rest.trim()) ? rest.trim() : null;
    return { kind: 'start', chat, name: nameOf(from), language: from.language_code ?? null, token };
  }
  if (command.toLowerCase() === 'stop' || /^stop[.!]?$/i.test(text.trim())) return { kind: 'stop', chat };
  return { kind: command.toLowerCase() === 'settings' ? 'settings' : 'other', chat };
}

const keyboardOf = ({ asks }: ReaderReply) => ({
  reply_markup: {
    inline_keyboard: asks
      ? [
          [{ text: asks.yes, callback_data: `y:${asks.key}` }],
          [{ text: asks.no, callback_data: `n:${asks.key}` }],
        ]
      : [],
  },
});

async function reply(
  given: ReaderReply,
  { context }: ReaderCall,
  connection: OpenConnection,
  deps: ChannelDeps,
) {
  const { chat, pressed } = context as Context;
  const fields = { chat_id: chat, text: given.says, link_preview_options: { is_disabled: true } };
  if (!pressed) return inAnswer('sendMessage', { ...fields, ...(given.asks && keyboardOf(given)) }).answer;
  // The question can be answered no more. If that fails, pressing it again does no harm.
  await ask(connection, deps, 'editMessageText', {
    ...fields,
    message_id: pressed.message,
    ...keyboardOf(given),
  });
  return inAnswer('answerCallbackQuery', { callback_query_id: pressed.callback }).answer;
}

export const telegramReaders: ReaderChats = {
  accountOf: ({ secrets }) => botOfToken(secrets['token'] ?? ''),
  begin: async (connection, of, deps) => {
    const begun = await beginCalls(connection, of, deps);
    if (!('ok' in begun)) return begun;
    const { bot, id: account } = begun.ok;
    if (bot !== '' && account !== '') return { ok: { bot, account } };
    return { problem: 'Telegram’s answer names no bot.', isFinal: true };
  },
  end: endCalls,
  linkUrl: (bot, token) => `https://t.me/${bot}?start=${token}`,
  addressOf: privateAddress,
  read: (call, _, secret) => {
    const update = updateIn(call, secret);
    return update && actIn(update);
  },
  reply,
};
