import { createHash } from 'node:crypto';
import type { Answer } from '#src/platform/net/call.ts';
import type { OpenConnection } from '../channel.ts';

/** The current version. No end of it is announced; versions before 9 have ended. */
export const API = 'https://discord.com/api/v10';

/** What Discord's calls are verified with. */
export const PUBLIC_KEY = 'publicKey';

/** A bot posts to every channel that it may write to; a webhook to the one channel that it was made for. */
export type Access = { way: 'bot'; token: string } | { way: 'webhook'; id: string; token: string };

const BOT_TOKEN = /^(?:bot\s+)?([\w-]{20,40}\.[\w-]{4,10}\.[\w-]{25,60})$/i;
const WEBHOOK =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{15,20})\/([\w-]{20,100})\/?(?:\?\S*)?$/i;

/** What was copied from the provider; null where it's neither a bot's token nor a webhook's URL. */
export function accessOf(credential: string): Access | null {
  const [, id, ofWebhook] = WEBHOOK.exec(credential.trim()) ?? [];
  if (id !== undefined && ofWebhook !== undefined) return { way: 'webhook', id, token: ofWebhook };
  const [, token] = BOT_TOKEN.exec(credential.trim()) ?? [];
  return token === undefined ? null : { way: 'bot', token };
}

/** @throws Error for a connection that was never checked at save */
export function accessBy({ secrets }: OpenConnection): Access {
  const access = accessOf(secrets['credential'] ?? '');
  if (!access) throw new Error('Discord needs a bot token or a webhook URL.');
  return access;
}

/** The place of a webhook is its own channel. */
export const OWN_CHANNEL = 'webhook';
const CHANNEL_ID = /^(?:<#)?(\d{15,20})>?$/;
const CHANNEL_LINK = /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/channels\/\d+\/(\d{15,20})\/?$/i;

/** A channel's id, also from its link or its mention, or `webhook`. Null where it's none of them. */
export function normalizePlace(typed: string): string | null {
  const text = typed.trim();
  if (text.toLowerCase() === OWN_CHANNEL) return OWN_CHANNEL;
  return CHANNEL_ID.exec(text)?.[1] ?? CHANNEL_LINK.exec(text)?.[1] ?? null;
}

export const headersBy = (access: Access): Record<string, string> =>
  access.way === 'bot' ? { authorization: `Bot ${access.token}` } : {};

const webhookUrl = (id: string, token: string): string => `${API}/webhooks/${id}/${token}`;

/** Where the provider says whether the credential works. */
export const selfUrl = (access: Access): string =>
  access.way === 'bot' ? `${API}/users/@me` : webhookUrl(access.id, access.token);

/** With a webhook, an id is that of a thread in its channel. */
const threadIn = (place: string): string => (place === OWN_CHANNEL ? '' : `thread_id=${place}`);

export function postUrl(access: Access, place: string): string {
  if (access.way === 'bot') return `${API}/channels/${place}/messages`;
  // Without `wait` the provider answers before it has taken the message, and hides why it didn't.
  const query = ['wait=true', threadIn(place)].filter((each) => each !== '').join('&');
  return `${webhookUrl(access.id, access.token)}?${query}`;
}

export function messageUrl(access: Access, place: string, messageId: string): string {
  if (access.way === 'bot') return `${API}/channels/${place}/messages/${messageId}`;
  const query = threadIn(place);
  return `${webhookUrl(access.id, access.token)}/messages/${messageId}${query === '' ? '' : `?${query}`}`;
}

/** What a bot's message is recognized by when it's sent again: up to 25 characters. */
export const nonceOf = (deliveryId: string): string =>
  createHash('sha256').update(deliveryId).digest('base64url').slice(0, 25);

/** The token of a webhook is part of its address, and a network's complaint may quote it. */
export const withoutToken = ({ token }: Access, answer: Answer): Answer =>
  answer.kind === 'answered' ? answer : { ...answer, reason: answer.reason.replaceAll(token, '…') };
