import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type AppError, ERRORS } from '#src/shared/errors.ts';
import { retryAfter } from '../failure.ts';

/** Tokens that are not good: the contract says 401 for all of them. */
const NOT_SIGNED_IN = new Set(['bad_jwt', 'bad_jwt_subject', 'user_not_found', 'session_not_found']);

/**
 * What a caller reads from `error.context` (contract, section 9): the sentence stands under the names that programs
 * look for, the code beside it.
 */
export function functionErrorAnswer(c: Context, error: AppError): Response {
  const status = NOT_SIGNED_IN.has(error.code) ? 401 : ERRORS[error.code].status;
  const wait = error.details?.['retry_after'];
  return c.json(
    { code: error.code, error: error.message, message: error.message, msg: error.message },
    status as ContentfulStatusCode,
    typeof wait === 'number' ? { 'Retry-After': String(wait) } : retryAfter(error),
  );
}
