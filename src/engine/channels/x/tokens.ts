import type { Tokens } from '../channel.ts';
import { formBody, tokensIn } from '../oauth-refresh.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { API, basicAuth } from './api.ts';

/** An access token lives two hours. A quarter of an hour has room for an outage. */
const AHEAD_MS = 15 * 60_000;

export const tokens: Tokens = {
  aheadMs: AHEAD_MS,
  // How old a pasted token is, X doesn't say. It's refreshed at once, and from then on we know.
  endsAt: async (_connection, deps) => deps.now(),
  /** X takes a refresh token once; its answer brings the next one. */
  refresh: async (connection, deps) => {
    const { clientId = '' } = connection.settings;
    const { clientSecret, refreshToken = '' } = connection.secrets;
    const { headers, body } = formBody({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
    });
    const answer = await deps.call({
      method: 'POST',
      url: `${API}/oauth2/token`,
      headers: { ...headers, ...(clientSecret && { authorization: basicAuth(clientId, clientSecret) }) },
      body,
    });
    const given = tokensIn(withoutSecrets(answer, connection), { provider: 'X', now: deps.now() });
    if ('problem' in given) return given;
    return {
      secrets: {
        accessToken: given.accessToken,
        ...(given.refreshToken !== null && { refreshToken: given.refreshToken }),
      },
      endsAt: given.endsAt,
    };
  },
};
