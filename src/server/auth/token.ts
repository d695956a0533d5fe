import type { Context } from 'hono';
import { z } from 'zod';
import { AppError } from '#src/shared/errors.ts';
import { readBody } from './body.ts';
import type { AddRoutes, AuthRoutesDeps } from './deps.ts';
import { optionalText, text } from './fields.ts';
import { clientOf } from './person.ts';

type Grant = (c: Context, deps: AuthRoutesDeps) => Promise<Response>;

const passwordSchema = z.object({ email: optionalText, phone: optionalText, password: text.default('') });
const refreshSchema = z.object({ refresh_token: text });
const pkceSchema = z.object({ auth_code: optionalText, code_verifier: optionalText });

const password: Grant = async (c, deps) => {
  const { email, phone, password } = await readBody(c, passwordSchema);
  if (Boolean(email) === Boolean(phone)) {
    throw new AppError(
      'validation_failed',
      'Only an email address or phone number should be provided on login.',
    );
  }
  if (!email) throw new AppError('phone_sign_in_disabled');
  return c.json(await deps.accounts.signInWithPassword({ email, password, client: clientOf(c, deps) }));
};

const refreshToken: Grant = async (c, deps) => {
  const body = await readBody(c, refreshSchema);
  return c.json(await deps.accounts.refresh(body.refresh_token, clientOf(c, deps)));
};

const pkce: Grant = async (c, deps) => {
  const body = await readBody(c, pkceSchema);
  if (!body.auth_code || !body.code_verifier) {
    throw new AppError(
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    );
  }
  const { auth_code: code, code_verifier: verifier } = body;
  return c.json(await deps.accounts.exchangeCode({ code, verifier, client: clientOf(c, deps) }));
};

const GRANTS = new Map<string, Grant>([
  ['password', password],
  ['refresh_token', refreshToken],
  ['pkce', pkce],
  ['id_token', () => Promise.reject(new AppError('provider_disabled'))],
  ['web3', () => Promise.reject(new AppError('web3_provider_disabled'))],
]);

export const addToken: AddRoutes = (auth, deps) => {
  auth.post('/token', async (c) => {
    const grant = GRANTS.get(c.req.query('grant_type') ?? '');
    if (!grant) throw new AppError('invalid_credentials', 'unsupported_grant_type');
    // A sign-in counts this together with what else it counts.
    if (grant !== password) await deps.accounts.limitAddress('token', deps.clientAddress(c));
    return grant(c, deps);
  });
};
