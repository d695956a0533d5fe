import type { Context } from 'hono';
import { z } from 'zod';
import { VERIFY_KINDS, type VerifyType } from '#src/accounts/verify.ts';
import { withValues } from '#src/accounts/redirects.ts';
import { AppError, ERRORS } from '#src/shared/errors.ts';
import { readBody } from './body.ts';
import type { AddRoutes, AuthRoutesDeps } from './deps.ts';
import { wireCode } from '#src/shared/wire-codes.ts';
import { checkPhone, optionalText, text } from './fields.ts';
import { clientOf } from './person.ts';

const verifySchema = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});

const notMeSchema = z.object({ token_hash: text });
const openLinkSchema = z.object({ type: optionalText, token_hash: text, redirect_to: text });

const PHONE_TYPES = new Set(['sms', 'phone_change']);
const HALF_MESSAGE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const isVerifyType = (type: string): type is VerifyType => Object.hasOwn(VERIFY_KINDS, type);

/** @returns null for a type that nothing can be sent for: phones are off @throws AppError validation_failed */
function readType(type: string | undefined): VerifyType | null {
  if (!type) throw new AppError('validation_failed', 'Verify requires a verification type');
  if (isVerifyType(type)) return type;
  if (PHONE_TYPES.has(type)) return null;
  throw new AppError('validation_failed', 'Unsupported verification type');
}

export const addVerify: AddRoutes = (auth, deps) => {
  const { accounts } = deps;

  auth.post('/verify', async (c) => {
    const client = clientOf(c, deps);
    await accounts.limitAddress('verify', client.ip);
    const body = await readBody(c, verifySchema);
    const type = readType(body.type);
    if (Boolean(body.token) === Boolean(body.token_hash)) {
      throw new AppError('validation_failed', 'Verify requires either a token or a token hash');
    }
    if (body.token_hash) {
      if (body.email || body.phone) {
        throw new AppError('validation_failed', 'Only the token_hash and type should be provided');
      }
      if (!type) throw new AppError('otp_expired');
      return c.json(
        verifiedBody(await accounts.verify({ type, proof: { tokenHash: body.token_hash }, client })),
      );
    }
    if (Boolean(body.email) === Boolean(body.phone)) {
      throw new AppError(
        'validation_failed',
        'Only an email address or phone number should be provided on verify',
      );
    }
    if (body.phone) checkPhone(body.phone);
    if (!type || !body.email) throw new AppError('otp_expired', 'Token has expired or is invalid');
    const proof = { email: accounts.normalEmail(body.email), code: body.token ?? '' };
    return c.json(verifiedBody(await accounts.verify({ type, proof, client })));
  });

  /** Ours, not the contract's: the button of /not-me, which the confirmation mail links to. */
  auth.post('/not-me', async (c) => {
    await accounts.limitAddress('verify', deps.clientAddress(c));
    await accounts.disownAccount((await readBody(c, notMeSchema)).token_hash);
    return c.json({});
  });

  /**
   * Ours, not the contract's: the button of a page that a mailed link opened, where the mail was asked for by a program
   * on another origin. Spends the token as opening the contract's link does, and answers that link's Location, which
   * the page goes to. It is a press and no scanner's look, so it works where opened links spend nothing. Null, with
   * nothing spent: the address is not allowed or our own, and the page does what it does without one.
   */
  auth.post('/open-link', async (c) => {
    await accounts.limitAddress('verify', deps.clientAddress(c));
    const body = await readBody(c, openLinkSchema);
    const type = readType(body.type);
    if (!type) throw new AppError('otp_expired');
    const target = accounts.chooseRedirect(body.redirect_to);
    if (isOurs(target, accounts.publicUrl)) return c.json({ location: null });
    return c.json({ location: await openLink(c, deps, { type, token: body.token_hash, target }) });
  });

  /** The contract's link, for other clients. Our own mails lead to pages whose button posts. */
  auth.get('/verify', async (c) => {
    const type = readType(c.req.query('type'));
    const token = c.req.query('token');
    if (!token || !type) throw new AppError('validation_failed', 'Verify requires a token');
    const target = accounts.chooseRedirect(
      c.req.query('redirect_to') ?? c.req.header('redirect_to'),
      c.req.header('referer'),
    );
    // HEAD comes here too, from checkers of links.
    if (!deps.spendsOpenedLinks || c.req.method === 'HEAD') {
      const page = new URLSearchParams({ token_hash: token, type });
      if (!isOurs(target, accounts.publicUrl)) page.set('redirect_to', target);
      return c.redirect(`${accounts.publicUrl}${PAGES[type] ?? '/confirm'}?${page}`, 303);
    }
    await accounts.limitAddress('verify', deps.clientAddress(c));
    return c.redirect(await openLink(c, deps, { type, token, target }), 303);
  });
};

/** An app's own scheme has no origin, and is never ours. */
const isOurs = (address: string, publicUrl: string): boolean =>
  new URL(address).origin === new URL(publicUrl).origin;

const PAGES: Partial<Record<VerifyType, string>> = { recovery: '/reset-password' };

function verifiedBody(verified: Awaited<ReturnType<AuthRoutesDeps['accounts']['verify']>>): object {
  if (verified.kind === 'session') return verified.session;
  return { msg: HALF_MESSAGE, code: '200' };
}

const ERROR_NAMES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** @returns where to, with a session, a code or an error; `target` is one of the allowed addresses */
async function openLink(
  c: Context,
  deps: AuthRoutesDeps,
  link: { type: VerifyType; token: string; target: string },
): Promise<string> {
  const { accounts } = deps;
  const { type, token, target } = link;
  const isPkce = token.startsWith('pkce_');
  try {
    const client = clientOf(c, deps);
    const verified = await accounts.verify({ type, proof: { tokenHash: token }, client, opened: true });
    if (verified.kind === 'half') return withValues(target, { message: HALF_MESSAGE }, isPkce);
    if (verified.kind === 'code') {
      const url = new URL(target);
      url.searchParams.set('code', verified.code);
      return url.href;
    }
    const { access_token, expires_at, expires_in, refresh_token, token_type } = verified.session;
    return withValues(
      target,
      {
        access_token,
        expires_at: String(expires_at),
        expires_in: String(expires_in),
        refresh_token,
        token_type,
        type,
      },
      false,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const name = ERROR_NAMES[ERRORS[error.code].status];
    return withValues(
      target,
      {
        ...(name ? { error: name } : {}),
        error_code: wireCode(error.code),
        error_description: error.message,
      },
      isPkce,
    );
  }
}
