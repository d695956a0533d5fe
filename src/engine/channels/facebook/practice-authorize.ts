import { askConsent, type Consent, redeemCode } from '#src/platform/practice/consent.ts';
import type { PracticeAnswer, PracticeCall, PracticeRoom } from '#src/platform/practice/provider.ts';

export const APP = { clientId: '900800700', clientSecret: 'practicefacebookappsecret42' };
/** Of a person, as no page has it. What they allowed is behind it. */
const SHORT = 'EAAPracticeShortTokenOfAPerson';
const LONG = 'EAAPracticeLongTokenOfAPerson';

const CONSENT: Consent = {
  kind: 'facebook',
  title: 'Facebook',
  person: 'Ada Practice',
  app: APP,
  codeMs: 10 * 60_000,
  divider: ',',
  pkce: false,
  pickScopes: true,
  denied: {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  },
};

export type Page = { id: string; name: string; token: string; tasks: readonly string[] };

/** The page at /dialog/oauth. */
export const allow = (call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> =>
  askConsent(call, room, CONSENT);

const failed = (message: string, code: number, subcode?: number): PracticeAnswer => ({
  status: 400,
  json: {
    error: {
      message,
      type: 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      fbtrace_id: 'APracticeTraceOfYourOwn',
    },
  },
});
const given = (token: string, expiresIn: number): PracticeAnswer => ({
  status: 200,
  json: { access_token: token, token_type: 'bearer', expires_in: expiresIn },
});

/** Tokens carry what was allowed, as this provider keeps no sessions. */
const scopesBehind = (token: string, kind: string): string[] | null =>
  token.startsWith(`${kind}.`) ? token.slice(kind.length + 1).split('-') : null;

/** GET oauth/access_token: for a code, or a longer one for a short one. */
export async function tokenOf({ url }: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> {
  const query = url.searchParams;
  if (query.get('client_id') !== APP.clientId)
    return failed('Error validating application. Invalid application ID.', 101);
  if (query.get('client_secret') !== APP.clientSecret) return failed('Error validating client secret.', 1);
  if (query.get('grant_type') === 'fb_exchange_token') {
    const scopes = scopesBehind(query.get('fb_exchange_token') ?? '', SHORT);
    return scopes
      ? given(`${LONG}.${scopes.join('-')}`, 60 * 86_400)
      : failed('Invalid OAuth access token - Cannot parse access token', 190);
  }
  const grant = await redeemCode(query.get('code'), room, CONSENT);
  if (grant === 'used') return failed('This authorization code has been used.', 100, 36_009);
  if (grant === 'expired') return failed('This authorization code has expired.', 100, 36_007);
  if (grant === 'unknown') return failed('Invalid verification code format.', 100, 36_009);
  if (query.get('redirect_uri') !== grant.redirectUri)
    return failed(
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      100,
      36_008,
    );
  return given(`${SHORT}.${grant.scopes.join('-')}`, 5_000);
}

/** What a person's long-lived token reads. Null for another token, or another path. */
export function ofPerson(
  token: string,
  path: string,
  { asked, pages }: { asked: readonly string[]; pages: readonly Page[] },
): PracticeAnswer | null {
  const scopes = scopesBehind(token, LONG);
  if (!scopes) return null;
  if (path === 'me/permissions') {
    const data = asked.map((permission) => ({
      permission,
      status: scopes.includes(permission) ? 'granted' : 'declined',
    }));
    return { status: 200, json: { data } };
  }
  if (path !== 'me/accounts') return null;
  const data = pages.map(({ token: access_token, ...page }) => ({ ...page, access_token }));
  return { status: 200, json: { data: scopes.includes('pages_show_list') ? data : [] } };
}
