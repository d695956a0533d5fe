import { createECDH, createHash } from 'node:crypto';
import { z } from 'zod';
import { refusalOf } from '#src/platform/net/reachable.ts';
import type { Registered } from '../device.ts';
import { deviceName } from './device-name.ts';
import type { ReaderKeys } from './encrypt.ts';

const bytes = (length: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/)
    .refine((text) => Buffer.from(text, 'base64url').length === length);

/** As a browser writes its own (`PushSubscription.toJSON`). */
const givenSchema = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(2_000),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
});
/** `key`: ours, which the browser takes messages from. */
const keptSchema = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  key: z.string(),
});

export type Subscription = ReaderKeys & { endpoint: string; key: string };

/** Whether a key is a point of the curve: nothing can be encrypted for one that isn't. */
function isPoint(key: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(key, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

const SEPARATOR = ' · ';

/** The same for the same subscription. It gives no access. */
const markOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex').slice(0, 16);

/** A subscription of a browser; null for anything else, and for one that leads to a private network. */
export function readSubscription(given: unknown, agent: string, publicKey: string): Registered | null {
  const read = givenSchema.safeParse(given);
  if (!read.success) return null;
  const { endpoint, keys } = read.data;
  if (refusalOf(endpoint, false) !== null || !isPoint(keys.p256dh)) return null;
  const mark = markOf(endpoint);
  return {
    address: `${deviceName(agent)}${SEPARATOR}${mark}`,
    mark,
    registered: JSON.stringify({ endpoint, ...keys, key: publicKey }),
  };
}

/** @returns null where there is none any more */
export function openSubscription(registered: string | null): Subscription | null {
  if (registered === null) return null;
  const read = keptSchema.safeParse(JSON.parse(registered));
  if (!read.success) return null;
  const { endpoint, p256dh, auth, key } = read.data;
  return {
    endpoint,
    key,
    p256dh: Buffer.from(p256dh, 'base64url'),
    auth: Buffer.from(auth, 'base64url'),
  };
}

const ADDRESS = /^[A-Za-z][A-Za-z .-]{0,60} · [0-9a-f]{16}$/;

/** A browser as it is listed: `Chrome on Android · 3f9a2c4155d0e1aa`. */
export const normalizeBrowser = (typed: string): string | null =>
  ADDRESS.test(typed.trim()) ? typed.trim() : null;
