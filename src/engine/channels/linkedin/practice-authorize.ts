import { askConsent, type Consent, redeemCode } from '#src/platform/practice/consent.ts';
import type { PracticeAnswer, PracticeCall, PracticeRoom } from '#src/platform/practice/provider.ts';

export const APP = { clientId: '86practice0client', clientSecret: 'PracticeClientSecret42' };

const CONSENT: Consent = {
  kind: 'linkedin',
  title: 'LinkedIn',
  person: 'Ada Practice',
  app: APP,
  codeMs: 30 * 60_000,
  divider: ' ',
  pkce: false,
  denied: {
    error: 'user_cancelled_authorize',
    error_description: 'The user cancelled the authorization',
  },
};

/** Who signs in: a person with one page. */
export const MEMBER = { sub: 'pRaCtIcE42', name: 'Ada Practice' };

/** The page at /oauth/v2/authorization. */
export const allow = (call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> =>
  askConsent(call, room, CONSENT);

/** LinkedIn says the same of a code that is none, old or used, and of another address. */
export async function redeem(
  form: URLSearchParams,
  room: PracticeRoom,
): Promise<{ scope: string } | { error: string; error_description: string }> {
  const grant = await redeemCode(form.get('code'), room, CONSENT);
  if (typeof grant === 'string' || form.get('redirect_uri') !== grant.redirectUri)
    return {
      error: 'invalid_request',
      error_description:
        'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
    };
  return { scope: grant.scopes.join(',') };
}
