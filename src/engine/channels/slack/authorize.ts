import * as z from 'zod/mini';
import { type Authorize, missingScopes, pageWith } from '../authorize.ts';
import { readAnswer } from '../http-outcome.ts';
import { formBody } from '../oauth-refresh.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { FIELD } from './access.ts';
import { API } from './web-api.ts';

const SCOPES = ['chat:write', 'files:write', 'channels:history', 'groups:history'] as const;

const installedSchema = z.object({
  ok: z.literal(true),
  token_type: z.literal('bot'),
  access_token: z.string(),
  scope: z.string(),
  app_id: z.string(),
  team: z.object({ id: z.string(), name: z.string() }),
});
const errorSchema = z.object({ ok: z.literal(false), error: z.string() });

/** What people can do about it; anything else is said as Slack says it. */
const ADVICE: Readonly<Record<string, string>> = {
  invalid_code: 'The sign-in took too long. Connect again.',
  code_expired: 'The sign-in took too long. Connect again.',
  code_already_used: 'The sign-in was used already. Connect again.',
  bad_redirect_uri: 'The app’s redirect address at Slack is another one. Ask your operator to correct it.',
  bad_client_secret: 'Slack doesn’t accept the app’s client secret. Ask your operator to correct it.',
  invalid_client_id: 'Slack doesn’t know the app’s client ID. Ask your operator to correct it.',
};

/** Installs the operator's app in a Slack workspace, whose bot posts. Its token doesn't end. */
export const authorize: Authorize = {
  scopes: SCOPES,
  namedBy: null,
  start: ({ app, redirectUri, state }) =>
    pageWith('https://slack.com/oauth/v2/authorize', {
      client_id: app.clientId,
      scope: SCOPES.join(','),
      redirect_uri: redirectUri,
      state,
    }),
  exchange: async ({ app, redirectUri, code }, { call }) => {
    const { clientId, clientSecret } = app;
    const answer = await call({
      method: 'POST',
      url: `${API}/oauth.v2.access`,
      ...formBody({ code, client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri }),
    });
    const read = withoutSecrets(answer, { secrets: { code, clientSecret } });
    if (read.kind !== 'answered') return { problem: `Slack wasn’t reached: ${read.reason}` };
    const { status, json } = readAnswer(read);
    const installed = installedSchema.safeParse(json).data;
    if (!installed) {
      const error = errorSchema.safeParse(json).data?.error ?? `status ${status}`;
      return { problem: ADVICE[error] ?? `Slack answered: ${error}`.slice(0, 300) };
    }
    const missing = missingScopes(SCOPES, installed.scope.split(','), 'Slack');
    if (missing !== null) return { problem: missing };
    const { team, app_id: appId, access_token: token } = installed;
    return {
      accounts: [
        {
          // Another app of the operator's is another bot.
          id: `${team.id}/${appId}`,
          title: team.name,
          settings: {},
          secrets: { [FIELD]: token },
          endsAt: null,
          // The bot posts to the channels that it's invited to.
          place: null,
        },
      ],
    };
  },
};
