/** A chat, and of a group with topics the topic. */
export type Place = { chat: string; topic: number | null };

const USER_NAME = /^(?:@|(?:https?:\/\/)?t\.me\/)([a-z]\w{3,31})\/?$/i;
/** -100… is a channel or a large group, another negative one a small group, a positive one a person. */
const CHAT_ID = /^(-?[1-9]\d{3,15})(?::([1-9]\d{0,9}))?$/;

/** A person's own chat with a bot: the bot's id and the chat's. No other bot can write there. */
const PRIVATE = /^([1-9]\d{3,15})\/([1-9]\d{3,15})$/;

/** @returns the address as it is, or null where it's none of a person's */
export function normalizePrivate(typed: string): string | null {
  const text = typed.trim();
  return PRIVATE.test(text) ? text : null;
}
export const privateAddress = (bot: string, chat: string): string => `${bot}/${chat}`;
/** The bot that alone reaches an address; null for a place. */
export const botOf = (address: string): string | null => PRIVATE.exec(address)?.[1] ?? null;
/** A bot's id begins its token. */
export const botOfToken = (token: string): string => token.split(':')[0] ?? '';

/** `@name`, or a chat's id, with `:` and the topic's id where there is one. Null where it's neither. */
export function normalizePlace(typed: string): string | null {
  const text = typed.trim();
  const [, name] = USER_NAME.exec(text) ?? [];
  if (name !== undefined) return `@${name.toLowerCase()}`;
  return CHAT_ID.test(text) ? text : null;
}

/** @param address as `normalizePlace` or `normalizePrivate` returned it */
export function placeOf(address: string): Place {
  const [, , own] = PRIVATE.exec(address) ?? [];
  if (own !== undefined) return { chat: own, topic: null };
  const [, chat = address, topic] = CHAT_ID.exec(address) ?? [];
  return { chat, topic: topic === undefined ? null : Number(topic) };
}
