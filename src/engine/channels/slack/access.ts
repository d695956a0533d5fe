import type { OpenConnection } from '../channel.ts';

export const FIELD = 'access';
/** What Slack signs its calls with. */
export const SIGNING_SECRET = 'signingSecret';
export const TOKEN = /^xoxb-[\w-]{10,250}$/;
export const WEBHOOK = /^https:\/\/hooks\.slack\.com\/services\/T\w{5,20}\/B\w{5,20}\/\w{10,60}$/;

/** The one place that a webhook posts to. */
export const WEBHOOK_PLACE = 'webhook';
const CHANNEL = /^[CGD][A-Z0-9]{8,20}$/;
const CHANNEL_LINK = /^https:\/\/[\w.-]+\.slack\.com\/(?:archives|client\/\w+)\/(\w+)/i;

/** How a connection reaches Slack. */
export type Access = { way: 'bot'; token: string } | { way: 'webhook'; url: string };

export function accessOf({ secrets }: OpenConnection): Access {
  const secret = secrets[FIELD] ?? '';
  return WEBHOOK.test(secret) ? { way: 'webhook', url: secret } : { way: 'bot', token: secret };
}

/** A channel's id, as it is or in the channel's link, or the word `webhook`. */
export function normalizePlace(typed: string): string | null {
  const text = typed.trim();
  if (text.toLowerCase() === WEBHOOK_PLACE) return WEBHOOK_PLACE;
  const id = (CHANNEL_LINK.exec(text)?.[1] ?? text).toUpperCase();
  return CHANNEL.test(id) ? id : null;
}

/** A message of a bot's by its channel, its time, and for a reply the time of what it replies to. */
export type MessageId = { channel: string; ts: string; thread: string | null };

const MESSAGE = /^([CGD][A-Z0-9]{8,20})\/(\d+\.\d+)(?:\/(\d+\.\d+))?$/;

export const writeMessageId = ({ channel, ts, thread }: MessageId): string =>
  [channel, ts, ...(thread === null ? [] : [thread])].join('/');

/** @returns null for a message that Slack gave no name, or a webhook posted */
export function readMessageId(id: string): MessageId | null {
  const [, channel, ts, thread = null] = MESSAGE.exec(id) ?? [];
  return channel !== undefined && ts !== undefined ? { channel, ts, thread } : null;
}

/** A webhook answers with no id: the delivery's own names its message, and nothing can be found by it. */
export const webhookMessageId = (deliveryId: string): string => `${WEBHOOK_PLACE}/${deliveryId}`;
export const isOfWebhook = (id: string): boolean => id.startsWith(`${WEBHOOK_PLACE}/`);
