import type { Context } from 'hono';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY } from '#src/shared/idempotency.ts';

/**
 * The request's Idempotency-Key, where it has one. What is no valid key is rejected with the error of the caller's
 * protocol; `shape` says what a key looks like.
 */
export function readIdempotencyKey(c: Context, refuse: (shape: string) => Error): string | undefined {
  const key = c.req.header(IDEMPOTENCY_HEADER);
  if (key === undefined || IDEMPOTENCY_KEY.test(key)) return key;
  throw refuse(`${IDEMPOTENCY_HEADER} has 1 to 255 characters of ASCII, without blanks`);
}
