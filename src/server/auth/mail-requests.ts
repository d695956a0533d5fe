import type { LimitName } from '#src/accounts/deps.ts';
import { readChallenge } from '#src/accounts/pkce.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Context } from 'hono';
import { z } from 'zod';
import { readBody } from './body.ts';
import type { AddRoutes, AuthRoutesDeps } from './deps.ts';
import { optionalText } from './fields.ts';

const flow = { code_challenge: optionalText, code_challenge_method: optionalText };
const recoverSchema = z.object({ email: optionalText, ...flow });
const otpSchema = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...flow,
});
const resendSchema = z.object({ type: optionalText, email: optionalText, phone: optionalText, ...flow });

type Asked = {
  email: string;
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
};

/** Everything that mails a link to an entered address. The answer is the same whether the address is known or not. */
export const addMailRequests: AddRoutes = (auth, deps) => {
  auth.post('/recover', async (c) => {
    const body = await readBody(c, recoverSchema);
    if (!body.email) throw new AppError('validation_failed', 'Password recovery requires an email');
    return ask(c, deps, 'recover', { ...body, email: body.email }, { what: 'recovery' });
  });

  // The older address of the same.
  auth.on('POST', ['/otp', '/magiclink'], async (c) => {
    const body = await readBody(c, otpSchema);
    if (Boolean(body.email) === Boolean(body.phone)) {
      throw new AppError('validation_failed', 'One of email or phone must be set');
    }
    if (!body.email) throw new AppError('phone_sign_in_disabled');
    // With create_user false an unknown address is answered like any other, and gets no mail: the contract's refusal
    // would tell who has an account.
    const create = body.create_user === false ? null : (body.data ?? {});
    return ask(c, deps, 'otp', { ...body, email: body.email }, { what: 'magic_link', create });
  });

  auth.post('/resend', async (c) => {
    const { type, email, ...body } = await readBody(c, resendSchema);
    if (type === 'sms' || type === 'phone_change') throw new AppError('phone_provider_disabled');
    if (type !== 'signup' && type !== 'email_change') {
      throw new AppError(
        'validation_failed',
        'Missing one of these types: signup, email_change, sms, phone_change',
      );
    }
    if (!email) throw new AppError('validation_failed', 'Type provided requires an email address');
    return ask(c, deps, 'resend', { ...body, email }, { what: type });
  });
};

async function ask(
  c: Context,
  deps: AuthRoutesDeps,
  limit: LimitName,
  asked: Asked,
  request: {
    what: 'recovery' | 'magic_link' | 'signup' | 'email_change';
    create?: Record<string, unknown> | null;
  },
): Promise<Response> {
  const { accounts } = deps;
  const challenge = readChallenge(asked.code_challenge, asked.code_challenge_method);
  const email = accounts.normalEmail(asked.email);
  const ip = deps.clientAddress(c);
  await accounts.limitAddress(limit, ip);
  await accounts.requestMail(
    { what: request.what, email, challenge, redirectTo: redirectOf(c, deps), create: request.create ?? null },
    ip,
  );
  return c.json({});
}

/** Where the link should lead back to; null where nothing allowed was asked for. */
export function redirectOf(c: Context, deps: AuthRoutesDeps): string | null {
  const asked = c.req.query('redirect_to') ?? c.req.header('redirect_to');
  if (!asked) return null;
  const chosen = deps.accounts.chooseRedirect(asked);
  return chosen === deps.accounts.publicUrl ? null : chosen;
}
