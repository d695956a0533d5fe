import { z } from 'zod';
import type { ChannelDeps, OpenConnection, Tokens } from '../channel.ts';
import { readAnswer } from '../http-outcome.ts';
import { formBody, tokensIn } from '../oauth-refresh.ts';
import { withoutSecrets } from '../without-secrets.ts';

export const OAUTH = 'https://www.linkedin.com/oauth/v2';
const DAY = 24 * 3_600_000;
/** Long enough that somebody reads the reminder, who has to sign in again once a year. */
const AHEAD_MS = 7 * DAY;
/** How long an access token lives that nobody says more of. */
const LIFE_MS = 60 * DAY;

const aboutSchema = z.object({
  active: z.boolean(),
  expires_at: z.number().optional(),
  scope: z.string().optional(),
});
export type AboutToken = z.infer<typeof aboutSchema>;

/** What LinkedIn says of the access token. Null where the app's credentials aren't there, or it doesn't say. */
export async function aboutToken(
  { settings, secrets }: OpenConnection,
  { call }: Pick<ChannelDeps, 'call'>,
): Promise<AboutToken | null> {
  const { clientId } = settings;
  const { clientSecret, accessToken = '' } = secrets;
  if (!clientId || !clientSecret) return null;
  const answer = await call({
    method: 'POST',
    url: `${OAUTH}/introspectToken`,
    ...formBody({ client_id: clientId, client_secret: clientSecret, token: accessToken }),
  });
  const read = answer.kind === 'answered' ? aboutSchema.safeParse(readAnswer(answer).json) : null;
  return read?.success ? read.data : null;
}

const AGAIN =
  'LinkedIn asks you to sign in again. Reconnect it, or enter a new access token in the connection.';

export const tokens: Tokens = {
  aheadMs: AHEAD_MS,
  endsAt: async (connection, deps) => {
    const about = await aboutToken(connection, deps);
    return about?.expires_at === undefined ? deps.now() + LIFE_MS : about.expires_at * 1_000;
  },
  refresh: async (connection, deps) => {
    const { clientId } = connection.settings;
    const { clientSecret, refreshToken } = connection.secrets;
    if (!clientId || !clientSecret || !refreshToken) return { problem: AGAIN, isFinal: true };
    const answer = await deps.call({
      method: 'POST',
      url: `${OAUTH}/accessToken`,
      ...formBody({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    const given = tokensIn(withoutSecrets(answer, connection), { provider: 'LinkedIn', now: deps.now() });
    if ('problem' in given) return given;
    // It ends with its refresh token, a year after the sign-in. The one we have is good until then as well.
    if (given.endsAt - deps.now() <= AHEAD_MS) return { problem: AGAIN, isFinal: true };
    return {
      secrets: {
        accessToken: given.accessToken,
        ...(given.refreshToken !== null && { refreshToken: given.refreshToken }),
      },
      endsAt: given.endsAt,
    };
  },
};
