import type { Context } from 'hono';
import { z } from 'zod';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import { readBody } from './body.ts';
import type { AddRoutes } from './deps.ts';
import { optionalText, text } from './fields.ts';
import { clientOf, signedIn, signedInWith } from './person.ts';

const enrolSchema = z.object({
  factor_type: optionalText,
  friendly_name: z.string().max(200).nullish(),
  issuer: z.string().max(100).nullish(),
});
const verifySchema = z.object({ challenge_id: optionalText, code: optionalText });
const recoverySchema = z.object({ code: text });
const idSchema = z.uuid();
const OFF = new Map<string | undefined, ErrorCode>([
  ['phone', 'mfa_phone_enroll_not_enabled'],
  ['webauthn', 'mfa_webauthn_enroll_not_enabled'],
]);

/** @throws AppError malformed_id */
function factorId(c: Context): string {
  const id = idSchema.safeParse(c.req.param('id'));
  if (!id.success) throw new AppError('malformed_id');
  return id.data;
}

/** Two-factor authentication: authenticator apps, and recovery codes for a lost one. */
export const addFactors: AddRoutes = (auth, deps) => {
  const { accounts } = deps;

  auth.post('/factors', async (c) => {
    const { who, body } = await signedInWith(c, deps, () => readBody(c, enrolSchema));
    if (body.factor_type !== 'totp') {
      const code = OFF.get(body.factor_type);
      if (code) throw new AppError(code);
      throw new AppError('validation_failed', 'factor_type needs to be totp, phone, or webauthn');
    }
    const friendlyName = (body.friendly_name ?? '').trim();
    // A colon would end the issuer in the address that an app reads.
    const issuer = body.issuer?.replaceAll(':', ' ').trim() || undefined;
    return c.json(await accounts.enrolTotp(who, { friendlyName, issuer }));
  });

  auth.post('/factors/:id/challenge', async (c) => {
    const client = clientOf(c, deps);
    await accounts.limitAddress('factors', client.ip);
    const who = await signedIn(c, deps);
    return c.json(await accounts.challengeFactor(who, factorId(c), client));
  });

  auth.post('/factors/:id/verify', async (c) => {
    const client = clientOf(c, deps);
    await accounts.limitAddress('factors', client.ip);
    const { who, body } = await signedInWith(c, deps, () => readBody(c, verifySchema));
    const id = factorId(c);
    if (!body.code) throw new AppError('validation_failed', 'Code needs to be non-empty');
    const challengeId = idSchema.safeParse(body.challenge_id);
    if (!challengeId.success) throw new AppError('bad_json', 'challenge_id needs to be a UUID');
    return c.json(
      await accounts.verifyFactor(who, {
        factorId: id,
        challengeId: challengeId.data,
        code: body.code,
        client,
      }),
    );
  });

  // Ours, not the contract's: in place of a code of the authenticator app that is lost.
  auth.post('/recovery-codes/use', async (c) => {
    const client = clientOf(c, deps);
    await accounts.limitAddress('factors', client.ip);
    const { who, body } = await signedInWith(c, deps, () => readBody(c, recoverySchema));
    return c.json(await accounts.spendRecoveryCode(who, { code: body.code, client }));
  });

  auth.delete('/factors/:id', async (c) => {
    const who = await signedIn(c, deps);
    return c.json(await accounts.unenrolFactor(who, factorId(c), clientOf(c, deps)));
  });
};
