import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type AppError, type ErrorCode, ERRORS } from '#src/shared/errors.ts';

const API_VERSION = '2024-01-01';
/** Codes of ours that the wire knows under another name. */
const ON_THE_WIRE: Partial<Record<ErrorCode, string>> = {
  session_gone: 'session_not_found',
  user_banned_sign_in: 'user_banned',
  over_capacity: 'over_request_rate_limit',
  bad_jwt_subject: 'bad_jwt',
  phone_sign_in_disabled: 'phone_provider_disabled',
  malformed_id: 'validation_failed',
  email_not_confirmed_yet: 'email_not_confirmed',
  insufficient_aal_update: 'insufficient_aal',
  insufficient_aal_unenrol: 'insufficient_aal',
  mfa_challenge_not_found: 'mfa_factor_not_found',
  no_such_user: 'user_not_found',
};

export const wireCode = (code: ErrorCode): string => ON_THE_WIRE[code] ?? code;

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
    ...(isNew ? { 'X-Supabase-Api-Version': API_VERSION } : {}),
  });
}
