import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type AppError, ERRORS } from '#src/shared/errors.ts';
import { retryAfter } from '../failure.ts';
import { wireCode } from '#src/shared/wire-codes.ts';

const API_VERSION = '2024-01-01';

/** An error as the contract's section 1.1 writes it: the shape depends on the version that the client asks for. */
export function authErrorAnswer(c: Context, error: AppError): Response {
  const { status } = ERRORS[error.code];
  const code = wireCode(error.code);
  const asked = c.req.header('x-supabase-api-version') ?? '';
  const isNew = /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= API_VERSION;
  const body = isNew
    ? { code, message: error.message, ...error.details }
    : { code: status, error_code: code, msg: error.message, ...error.details };
  return c.json(body, status as ContentfulStatusCode, {
    'x-sb-error-code': code,
    'Cache-Control': 'no-store',
    ...retryAfter(error),
    ...(isNew ? { 'X-Supabase-Api-Version': API_VERSION } : {}),
  });
}
