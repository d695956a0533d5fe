import { askConsent, type Consent, redeemCode } from '#src/platform/practice/consent.ts';
import type { PracticeAnswer, PracticeCall, PracticeRoom } from '#src/platform/practice/provider.ts';

export const APP = { clientId: '100000000001.300000000003', clientSecret: 'practiceslackappsecret4242' };

const CONSENT: Consent = {
  kind: 'slack',
  title: 'Slack',
  person: 'Practice',
  app: APP,
  codeMs: 10 * 60_000,
  divider: ',',
  pkce: false,
  denied: { error: 'access_denied' },
};

/** The page at /oauth/v2/authorize. */
export const allow = (call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> =>
  askConsent(call, room, CONSENT);

/** oauth.v2.access: whatever is wrong, the status is 200. */
export async function install(
  { body }: PracticeCall,
  room: PracticeRoom,
  { token, team }: { token: string; team: string },
): Promise<PracticeAnswer> {
  const failed = (error: string): PracticeAnswer => ({ status: 200, json: { ok: false, error } });
  const form = new URLSearchParams(body.toString('utf8'));
  if (form.get('client_id') !== APP.clientId) return failed('invalid_client_id');
  if (form.get('client_secret') !== APP.clientSecret) return failed('bad_client_secret');
  const grant = await redeemCode(form.get('code'), room, CONSENT);
  if (grant === 'used') return failed('code_already_used');
  if (typeof grant === 'string') return failed('invalid_code');
  if (form.get('redirect_uri') !== grant.redirectUri) return failed('bad_redirect_uri');
  return {
    status: 200,
    json: {
      ok: true,
      app_id: 'A0PRACTICE',
      authed_user: { id: 'U0PRACTICE1' },
      scope: grant.scopes.join(','),
      token_type: 'bot',
      access_token: token,
      bot_user_id: 'U0PRACTICE',
      team: { id: team, name: 'Practice' },
      enterprise: null,
      is_enterprise_install: false,
    },
  };
}
