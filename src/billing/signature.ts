import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '#src/shared/errors.ts';

/** How old a signed request may be, and how far ahead its clock: after that it is a replay. */
const TOLERANCE_S = 300;

const macOf = (secret: Buffer, seconds: number, body: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest();

/** `t=<seconds>,v1=<hex>`: HMAC-SHA-256 over the time, a dot and the body as it is sent. */
export function sign(secret: Buffer, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${macOf(secret, seconds, body).toString('hex')}`;
}

/** @throws AppError payment_event_refused where the signature is missing, another's, or too old */
export function checkSignature(secret: Buffer, body: string, header: string | undefined, now: Date): void {
  const [, time = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  const given = Buffer.from(hex, 'hex');
  const wanted = macOf(secret, Number(time), body);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new AppError('payment_event_refused');
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_S) {
    throw new AppError('payment_event_refused', 'The event was signed too long ago.');
  }
}
