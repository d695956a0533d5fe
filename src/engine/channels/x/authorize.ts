import * as z from 'zod/mini';
import { type Authorize, missingScopes, pageWith } from '../authorize.ts';
import type { OpenConnection } from '../channel.ts';
import { readAnswer } from '../http-outcome.ts';
import { formBody, tokensIn } from '../oauth-refresh.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { API, ask, basicAuth } from './api.ts';

const SCOPES = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'] as const;

const meSchema = z.object({ data: z.object({ id: z.string(), username: z.string() }) });

export const authorize: Authorize = {
  scopes: SCOPES,
  namedBy: 'handle',
  start: ({ app, redirectUri, state, challenge }) =>
    pageWith('https://x.com/i/oauth2/authorize', {
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: redirectUri,
      scope: SCOPES.join(' '),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }),
  exchange: async ({ app, redirectUri, code, verifier }, deps) => {
    const { headers, body } = formBody({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: app.clientId,
    });
    const answer = await deps.call({
      method: 'POST',
      url: `${API}/oauth2/token`,
      headers: { ...headers, authorization: basicAuth(app.clientId, app.clientSecret) },
      body,
    });
    const secret = { secrets: { code, verifier, clientSecret: app.clientSecret } };
    const given = tokensIn(withoutSecrets(answer, secret), { provider: 'X', now: deps.now() });
    if ('problem' in given) return { problem: given.problem };
    const missing = missingScopes(SCOPES, given.scopes ?? SCOPES, 'X');
    if (missing !== null) return { problem: missing };
    if (given.refreshToken === null) return { problem: 'X gave no refresh token. Connect again.' };
    const secrets = {
      clientSecret: app.clientSecret,
      accessToken: given.accessToken,
      refreshToken: given.refreshToken,
    };
    const connection: OpenConnection = { id: '', settings: {}, secrets };
    const asked = await ask(connection, deps, { method: 'GET', path: '/users/me' });
    const me = asked.kind === 'answered' ? meSchema.safeParse(readAnswer(asked).json).data : undefined;
    if (!me) return { problem: 'X didn’t say whose account this is. Connect again in a minute.' };
    const handle = `@${me.data.username.toLowerCase()}`;
    return {
      accounts: [
        {
          id: me.data.id,
          title: handle,
          settings: { handle, clientId: app.clientId },
          secrets,
          endsAt: given.endsAt,
          place: { name: handle, address: handle },
        },
      ],
    };
  },
};
