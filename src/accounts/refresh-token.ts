import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';

/**
 * A refresh token is a session's id (16 bytes), a counter (4) and a MAC over both (16), as base64url. It is stored
 * nowhere: the session row knows which counter is current.
 */
type RefreshToken = { sessionId: string; counter: number };

const BYTES = 36;

export function makeRefreshToken(key: Buffer, token: RefreshToken): string {
  const body = Buffer.alloc(20);
  body.set(parse(token.sessionId), 0);
  body.writeUInt32BE(token.counter, 16);
  return Buffer.concat([body, mac(key, body)]).toString('base64url');
}

/** @returns the token, `malformed` for what never was one, `forged` for one that we did not make */
export function readRefreshToken(key: Buffer, text: string): RefreshToken | 'malformed' | 'forged' {
  if (!/^[A-Za-z0-9_-]{48}$/.test(text)) return 'malformed';
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== BYTES) return 'malformed';
  const body = bytes.subarray(0, 20);
  if (!timingSafeEqual(bytes.subarray(20), mac(key, body))) return 'forged';
  return { sessionId: stringify(body.subarray(0, 16)), counter: body.readUInt32BE(16) };
}

const mac = (key: Buffer, body: Buffer): Buffer =>
  createHmac('sha256', key).update(body).digest().subarray(0, 16);
