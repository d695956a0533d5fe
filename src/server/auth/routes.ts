import { Hono } from 'hono';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { z } from 'zod';
import type { Accounts, Client, SignedIn } from '#src/accounts/index.ts';
import { AppError } from '#src/shared/errors.ts';
import { authErrorAnswer } from './errors.ts';

export type AuthRoutesDeps = {
  accounts: Accounts;
  /** The address of the peer, or of the client behind a trusted proxy; null where it cannot be known. */
  clientAddress: (c: Context) => string | null;
  log: { error: (context: object, message: string) => void };
};

const BODY_LIMIT = 1024 * 1024;
const text = z.string().max(4_096);
const signUpSchema = z.object({
  email: text.optional(),
  phone: text.optional(),
  password: text.default(''),
  data: z.record(z.string(), z.unknown()).nullish(),
});
const passwordSchema = z.object({ email: text.optional(), phone: text.optional(), password: text });
const refreshSchema = z.object({ refresh_token: text });
const verifySchema = z.object({ type: text.optional(), token: text.optional(), token_hash: text.optional() });
const resendSchema = z.object({ type: text.optional(), email: text.optional(), phone: text.optional() });

/**
 * /auth/v1 in its first form, as the published client speaks it: sign-up, token, verify, resend, user, logout,
 * settings, health, JWKS. What is switched off says so with the contract's code.
 */
export function createAuthRoutes(deps: AuthRoutesDeps): Hono {
  const { accounts } = deps;
  const auth = new Hono();
  auth.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
      exposeHeaders: ['X-Supabase-Api-Version', 'X-Total-Count', 'Link'],
      maxAge: 86_400,
    }),
  );
  auth.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: (c) => authErrorAnswer(c, new AppError('request_entity_too_large')),
    }),
  );
  auth.onError((error, c) => {
    if (error instanceof AppError) return authErrorAnswer(c, error);
    deps.log.error({ err: error, path: c.req.path }, 'an auth request failed');
    return authErrorAnswer(c, new AppError('unexpected_failure'));
  });
  auth.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });

  const clientOf = (c: Context): Client => ({
    userAgent: c.req.header('user-agent') ?? null,
    ip: deps.clientAddress(c),
  });

  auth.post('/signup', async (c) => {
    const body = await readBody(c, signUpSchema);
    if (body.email === undefined && body.phone === undefined)
      throw new AppError('anonymous_provider_disabled');
    if (body.email !== undefined && body.phone !== undefined) {
      throw new AppError(
        'validation_failed',
        'Only an email address or phone number should be provided on signup.',
      );
    }
    if (body.email === undefined) throw new AppError('phone_provider_disabled');
    const { email, password, data } = body;
    return c.json(await accounts.signUp({ email, password, data: data ?? {}, client: clientOf(c) }));
  });

  auth.post('/token', async (c) => {
    switch (c.req.query('grant_type')) {
      case 'password': {
        const body = await readBody(c, passwordSchema);
        if ((body.email === undefined) === (body.phone === undefined)) {
          throw new AppError(
            'validation_failed',
            'Only an email address or phone number should be provided on login.',
          );
        }
        if (body.email === undefined) throw new AppError('phone_provider_disabled');
        const { email, password } = body;
        return c.json(await accounts.signInWithPassword({ email, password, client: clientOf(c) }));
      }
      case 'refresh_token': {
        const body = await readBody(c, refreshSchema);
        return c.json(await accounts.refresh(body.refresh_token));
      }
      default:
        throw new AppError('invalid_credentials', 'unsupported_grant_type');
    }
  });

  auth.post('/verify', async (c) => {
    const body = await readBody(c, verifySchema);
    if (!body.type) throw new AppError('validation_failed', 'Verify requires a verification type');
    if (Boolean(body.token) === Boolean(body.token_hash)) {
      throw new AppError('validation_failed', 'Verify requires either a token or a token hash');
    }
    if (!body.token_hash) throw new AppError('otp_expired', 'Token has expired or is invalid');
    if (body.type !== 'signup' && body.type !== 'email') throw new AppError('otp_expired');
    return c.json(await accounts.confirmEmail({ tokenHash: body.token_hash, client: clientOf(c) }));
  });

  auth.post('/resend', async (c) => {
    const body = await readBody(c, resendSchema);
    if (body.type !== 'signup') {
      throw new AppError('validation_failed', 'Missing one of these types: signup');
    }
    if (body.email === undefined) throw new AppError('phone_provider_disabled');
    await accounts.resendConfirmation(body.email);
    return c.json({});
  });

  auth.get('/user', async (c) => c.json(accounts.userObject((await signedIn(c)).user)));

  auth.post('/logout', async (c) => {
    const scope = z.enum(['global', 'local', 'others']).safeParse(c.req.query('scope') ?? 'global');
    if (!scope.success) throw new AppError('validation_failed', 'Unsupported logout scope.');
    await accounts.signOut(await signedIn(c), scope.data);
    return c.body(null, 204);
  });

  auth.get('/settings', (c) =>
    c.json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: accounts.autoConfirms,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    }),
  );
  auth.get('/health', (c) => c.json({ version: '1', name: 'GoTrue', description: 'Bellwire accounts' }));
  auth.get('/.well-known/jwks.json', (c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return c.json(accounts.publicKeys());
  });
  auth.all('*', (c) => c.text('404 page not found', 404));

  async function signedIn(c: Context): Promise<SignedIn> {
    const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (!token) throw new AppError('no_authorization');
    return accounts.authenticate(token);
  }
  return auth;
}

/** @throws AppError bad_json, or validation_failed naming the field */
async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  let body: unknown;
  try {
    const raw = await c.req.text();
    body = raw === '' ? {} : JSON.parse(raw);
  } catch (error) {
    throw new AppError('bad_json', 'Could not parse request body as JSON', { cause: error });
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError(
    'validation_failed',
    `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is not valid'}`,
  );
}
