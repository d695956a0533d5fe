import { z } from 'zod';
import { AppError, ERRORS } from '#src/shared/errors.ts';
import { readBody } from './body.ts';
import type { AddRoutes } from './deps.ts';
import { optionalText } from './fields.ts';
import { clientOf } from './person.ts';

const verifySchema = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});
const resendSchema = z.object({ type: optionalText, email: optionalText, phone: optionalText });

/** What a confirmation's token answers to. */
const CONFIRMS = new Set(['signup', 'invite', 'email']);
/** Known to the contract; nothing mails or texts such a token yet, so none can be right. */
const NEVER_SENT = new Set(['recovery', 'magiclink', 'email_change', 'sms', 'phone_change']);

/** @throws AppError validation_failed */
function checkType(type: string | undefined): string {
  if (!type) throw new AppError('validation_failed', 'Verify requires a verification type');
  if (!CONFIRMS.has(type) && !NEVER_SENT.has(type)) {
    throw new AppError('validation_failed', 'Unsupported verification type');
  }
  return type;
}

export const addVerify: AddRoutes = (auth, deps) => {
  const { accounts } = deps;

  auth.post('/verify', async (c) => {
    const body = await readBody(c, verifySchema);
    const type = checkType(body.type);
    if (Boolean(body.token) === Boolean(body.token_hash)) {
      throw new AppError('validation_failed', 'Verify requires either a token or a token hash');
    }
    // Mails carry a link only, no digits to type.
    if (!body.token_hash) throw new AppError('otp_expired', 'Token has expired or is invalid');
    if (body.email || body.phone) {
      throw new AppError('validation_failed', 'Only the token_hash and type should be provided');
    }
    if (!CONFIRMS.has(type)) throw new AppError('otp_expired');
    return c.json(await accounts.confirmEmail({ tokenHash: body.token_hash, client: clientOf(c, deps) }));
  });

  /** A link that is opened spends nothing, because mail scanners open links: it leads to the page with the button. */
  auth.get('/verify', (c) => {
    const type = checkType(c.req.query('type'));
    const token = c.req.query('token');
    if (!token) throw new AppError('validation_failed', 'Verify requires a token');
    if (CONFIRMS.has(type)) {
      return c.redirect(
        `${accounts.publicUrl}/confirm?${new URLSearchParams({ token_hash: token, type })}`,
        303,
      );
    }
    const refusal = new URLSearchParams({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: ERRORS.otp_expired.message,
      sb: '',
    });
    return c.redirect(`${accounts.publicUrl}/#${refusal}`, 303);
  });

  auth.post('/resend', async (c) => {
    const { type, email } = await readBody(c, resendSchema);
    if (type === 'sms' || type === 'phone_change') throw new AppError('phone_provider_disabled');
    if (type !== 'signup' && type !== 'email_change') {
      throw new AppError(
        'validation_failed',
        'Missing one of these types: signup, email_change, sms, phone_change',
      );
    }
    if (!email) {
      throw new AppError('validation_failed', 'Type provided requires an email address');
    }
    if (type === 'signup') await accounts.resendConfirmation(email);
    // A change of address cannot be pending: the answer is that of every address with nothing to send.
    else accounts.normalEmail(email);
    return c.json({});
  });
};
