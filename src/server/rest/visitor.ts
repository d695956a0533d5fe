import type { Context } from 'hono';
import { z } from 'zod';
import { ANON, type Visitor } from '#src/db/visitor.ts';
import { AppError } from '#src/shared/errors.ts';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { RestError } from './errors.ts';

/**
 * Lets a token through that is ours, not expired, of a living session, and raised to the second factor if its user
 * has one. @throws AppError
 */
export type CheckSession = (accessToken: string, skewSeconds: number) => Promise<unknown>;

/** The clocks of the server that issues a token and the one that reads it differ (contract, section 8.3). */
const SKEW_SECONDS = 30;

const claimsSchema = z.looseObject({ sub: z.uuid(), role: z.string().optional() });
/** Errors of the token's own words (end, audience …), beside those of its form and signature. */
const CLAIM_ERRORS = new Map([
  ['ERR_JWT_EXPIRED', 'JWT expired'],
  ['ERR_JWT_CLAIM_VALIDATION_FAILED', 'JWT claims are not valid'],
]);
const KEY_ERRORS = new Set([
  'ERR_JOSE_ALG_NOT_ALLOWED',
  'ERR_JOSE_NOT_SUPPORTED',
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
]);

/**
 * Who asks (contract, section 8.4): nobody in particular without a bearer token or with the public key, else the
 * token's person. @throws RestError PGRST301, PGRST303, 42501
 */
export async function visitorOf(c: Context, checkSession: CheckSession): Promise<Visitor> {
  const bearer = /^bearer(?: +(.*))?$/i.exec(c.req.header('authorization') ?? '');
  if (!bearer) return ANON;
  const token = (bearer[1] ?? '').trim();
  if (token === PUBLIC_KEY) return ANON;
  if (token === '') throw unauthorized('PGRST301', 'Empty JWT is sent in Authorization header');
  const parts = token.split('.').length;
  if (parts !== 3) throw unauthorized('PGRST301', `Expected 3 parts in JWT; got ${parts}`);
  await checkSession(token, SKEW_SECONDS).catch((error: unknown) => {
    throw refusal(error);
  });
  const claims = claimsSchema.safeParse(payloadOf(token));
  if (!claims.success) throw unauthorized('PGRST303', 'JWT claims are not valid');
  const { role } = claims.data;
  if (role !== 'authenticated') {
    throw new RestError(403, '42501', `permission denied to set role "${String(role).slice(0, 60)}"`);
  }
  return { role, claims: claims.data };
}

/** What the account service says of a token, in the words of this surface; other errors stay what they are. */
function refusal(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'bad_jwt' || error.code === 'bad_jwt_subject') {
    const why = codeOf(error.cause);
    const claim = CLAIM_ERRORS.get(why);
    if (claim) return unauthorized('PGRST303', claim);
    if (KEY_ERRORS.has(why)) return unauthorized('PGRST301', 'No suitable key or wrong key type');
    if (why) return unauthorized('PGRST301', 'JWT cryptographic operation failed');
    return unauthorized('PGRST303', error.message);
  }
  // The token is a good one, but the person or the session is gone, banned, or lacks the second factor.
  const code: string = error.code;
  if (code === 'insufficient_aal') {
    return new RestError(403, '42501', error.message, { hint: 'insufficient_aal' });
  }
  return unauthorized('PGRST303', error.message);
}

const unauthorized = (code: string, message: string): RestError =>
  new RestError(401, code, message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

/** Of a token that has just been verified. */
function payloadOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}
