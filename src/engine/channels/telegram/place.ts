/** A chat, and of a group with topics the topic. */
export type Place = { chat: string; topic: number | null };

const USER_NAME = /^(?:@|(?:https?:\/\/)?t\.me\/)([a-z]\w{3,31})\/?$/i;
/** -100… is a channel or a large group, another negative one a small group, a positive one a person. */
const CHAT_ID = /^(-?[1-9]\d{3,15})(?::([1-9]\d{0,9}))?$/;

/** `@name`, or a chat's id, with `:` and the topic's id where there is one. Null where it's neither. */
export function normalizePlace(typed: string): string | null {
  const text = typed.trim();
  const [, name] = USER_NAME.exec(text) ?? [];
  if (name !== undefined) return `@${name.toLowerCase()}`;
  return CHAT_ID.test(text) ? text : null;
}

/** @param address as `normalizePlace` returned it */
export function placeOf(address: string): Place {
  const [, chat = address, topic] = CHAT_ID.exec(address) ?? [];
  return { chat, topic: topic === undefined ? null : Number(topic) };
}
