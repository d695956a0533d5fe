import { createHmac } from 'node:crypto';

/*
 * Standard Webhooks 1.0 (github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md): HMAC-SHA256 over
 * id, time and body. A receiver recognizes a repeat by the id.
 */

const PREFIX = 'whsec_';
/** As the specification bounds a key. */
const KEY_BYTES = { least: 24, most: 64 } as const;
/** What the form generates. */
export const MADE_SECRET = { prefix: PREFIX, bytes: 32 } as const;

/** The key of a secret as it's written, `whsec_` and Base64; null where it's none. */
export function keyOf(secret: string): Buffer | null {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  if (base64 === undefined) return null;
  const key = Buffer.from(base64, 'base64');
  // Node reads what isn't whole Base64 as far as it goes.
  const isWhole = key.toString('base64').replace(/=+$/, '') === base64.replace(/=+$/, '');
  return isWhole && key.length >= KEY_BYTES.least && key.length <= KEY_BYTES.most ? key : null;
}

/**
 * The headers that sign a body; no signature where there is no secret. While a secret is rotated, both sign.
 * @param atMs milliseconds since the epoch, UTC
 * @throws Error for an id with a dot, which would move the borders of what is signed
 */
export function signedHeaders(
  { id, atMs, body }: { id: string; atMs: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  if (!/^[\w-]+$/.test(id)) throw new Error('A webhook’s id has letters, digits, hyphens and underscores.');
  const timestamp = String(Math.floor(atMs / 1_000));
  const signatures = [...new Set(secrets)].flatMap((secret) => {
    const key = keyOf(secret);
    return key
      ? [`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`]
      : [];
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}
