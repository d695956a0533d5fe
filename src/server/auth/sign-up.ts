import { z } from 'zod';
import { readBody } from './body.ts';
import type { AddRoutes } from './deps.ts';
import { optionalText, text } from './fields.ts';
import { redirectOf } from './mail-requests.ts';
import { clientOf } from './person.ts';

const signUpSchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: text.default(''),
  data: z.record(z.string(), z.unknown()).nullish(),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

export const addSignUp: AddRoutes = (auth, deps) => {
  auth.post('/signup', async (c) => {
    const body = await readBody(c, signUpSchema);
    const client = clientOf(c, deps);
    await deps.accounts.limitAddress('signup', client.ip);
    const signedUp = await deps.accounts.signUp({
      email: body.email,
      phone: body.phone,
      password: body.password,
      data: body.data ?? {},
      codeChallenge: body.code_challenge,
      codeChallengeMethod: body.code_challenge_method,
      redirectTo: redirectOf(c, deps),
      client,
    });
    return c.json('session' in signedUp ? signedUp.session : signedUp.user);
  });
};
