import { z } from 'zod';
import { readChallenge } from '#src/accounts/pkce.ts';
import { AppError } from '#src/shared/errors.ts';
import { readBody } from './body.ts';
import type { AddRoutes } from './deps.ts';
import { checkPhone, optionalText, text } from './fields.ts';
import { redirectOf } from './mail-requests.ts';
import { clientOf, signedIn, signedInWith } from './person.ts';

const scopeSchema = z.enum(['global', 'local', 'others']);
const updateSchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: text.nullish(),
  nonce: optionalText,
  current_password: text.nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

export const addUser: AddRoutes = (auth, deps) => {
  const { accounts } = deps;

  auth.get('/user', async (c) => c.json(await accounts.presentUser(await signedIn(c, deps))));

  auth.put('/user', async (c) => {
    const client = clientOf(c, deps);
    await accounts.limitAddress('updateUser', client.ip);
    const { who, body } = await signedInWith(c, deps, () => readBody(c, updateSchema));
    const challenge = readChallenge(body.code_challenge, body.code_challenge_method);
    if (body.phone) checkPhone(body.phone);
    if (body.phone) throw new AppError('phone_provider_disabled');
    return c.json(
      await accounts.updateUser(who, {
        email: body.email,
        password: body.password ?? undefined,
        nonce: body.nonce,
        currentPassword: body.current_password ?? undefined,
        data: body.data ?? undefined,
        setsAppMetadata: body.app_metadata !== undefined && body.app_metadata !== null,
        challenge,
        redirectTo: redirectOf(c, deps),
        client,
      }),
    );
  });

  auth.get('/reauthenticate', async (c) => {
    // HEAD comes here too, and must change nothing.
    if (c.req.method === 'HEAD') return c.body(null, 405, { Allow: 'GET' });
    await accounts.reauthenticate(await signedIn(c, deps), clientOf(c, deps));
    return c.json({});
  });

  auth.post('/logout', async (c) => {
    const who = await signedIn(c, deps);
    const scope = scopeSchema.safeParse(c.req.query('scope') || 'global');
    if (!scope.success) throw new AppError('validation_failed', 'Unsupported logout scope');
    const client = clientOf(c, deps);
    // A password-only session can't end sessions with a second factor, but signing out itself always works. The
    // published client treats 403 as signed out, so `others`, which would then silently do nothing, has another status.
    if (who.mustRaise && scope.data === 'others') {
      throw new AppError('insufficient_aal_unenrol', 'AAL2 session is required to end other sessions');
    }
    const ends = who.mustRaise ? 'local' : scope.data;
    await accounts.signOut(who, ends, client);
    if (ends !== scope.data) throw new AppError('insufficient_aal');
    return c.body(null, 204);
  });
};
