import { createPrivateKey, sign } from 'node:crypto';
import type { SenderKeys } from '../device.ts';

/** A push service refuses what is valid for more than a day (RFC 8292, section 2). */
const VALID_SECONDS = 12 * 3_600;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * The header by which a push service knows who sends (RFC 8292).
 * @param subject how its operator reaches ours: `mailto:` or https
 */
export function vapidHeader(
  endpoint: string,
  { publicKey, privateKey, subject }: SenderKeys,
  nowMs: number,
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(nowMs / 1_000) + VALID_SECONDS,
    sub: subject,
  };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const open = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: open.subarray(1, 33).toString('base64url'),
      y: open.subarray(33).toString('base64url'),
      d: privateKey,
    },
  });
  const seal = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${signed}.${seal}, k=${publicKey}`;
}
