import { createHash } from 'node:crypto';
import type { Limit } from '#src/platform/limits/count.ts';
import { networkOf } from '#src/platform/limits/network.ts';
import type { NewMessage } from './new-message.ts';

/** How many messages are taken: from one network in ten minutes, and in all within an hour. */
export function messageLimits(clientAddress: string | null): Limit[] {
  const network = networkOf(clientAddress);
  const all: Limit = { scope: 'messages', key: '', max: 300, seconds: 3_600 };
  if (network === null) return [all];
  return [{ scope: 'messages of a network', key: network, max: 20, seconds: 600 }, all];
}

/**
 * The same words are one message: within a minute, sent twice by a double click or a reload; under a name of the
 * request (Idempotency-Key) within a day, sent again because the answer was lost. Limits keep only a keyed hash of it.
 */
export function sameMessage({ request, ...given }: NewMessage): Omit<Limit, 'max'> {
  const { kind, name, email, subject, message, writer } = given;
  const content = JSON.stringify([kind, name, email.toLowerCase(), subject, message, writer?.userId ?? null]);
  const key = createHash('sha256').update(content).digest('base64url');
  if (request === undefined) return { scope: 'one message', key, seconds: 60 };
  return { scope: 'a message sent again', key: `${request} ${key}`, seconds: 86_400 };
}
