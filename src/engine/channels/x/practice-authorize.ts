import { createHash } from 'node:crypto';
import { askConsent, type Consent, redeemCode } from '#src/platform/practice/consent.ts';
import type { PracticeAnswer, PracticeCall, PracticeRoom } from '#src/platform/practice/provider.ts';
import { basicAuth } from './api.ts';

export const APP = {
  clientId: 'PracticeAppForYourOwn',
  clientSecret: 'PracticeAppSecretForYourOwnMachineOnly',
};

const CONSENT: Consent = {
  kind: 'x',
  title: 'X',
  person: '@practice_desk',
  app: APP,
  codeMs: 30_000,
  divider: ' ',
  pkce: true,
  denied: { error: 'access_denied' },
};

export const refused = (error_description: string, error = 'invalid_request'): PracticeAnswer => ({
  status: 400,
  json: { error, error_description },
});

/** The page at x.com. */
export const allow = (call: PracticeCall, room: PracticeRoom): Promise<PracticeAnswer> =>
  askConsent(call, room, CONSENT);

/** An app that keeps a secret shows it with every request for tokens. */
export const isApp = (call: PracticeCall): boolean =>
  call.header('authorization') === basicAuth(APP.clientId, APP.clientSecret);

/** Redeems a code. @returns its scopes, or what X answers instead */
export async function redeem(
  form: URLSearchParams,
  room: PracticeRoom,
): Promise<{ scopes: readonly string[] } | PracticeAnswer> {
  const grant = await redeemCode(form.get('code'), room, CONSENT);
  // X says the same of a code it never gave, of one that was used, and of one that is older than 30 seconds.
  if (typeof grant === 'string') return refused('Value passed for the authorization code was invalid.');
  if (form.get('redirect_uri') !== grant.redirectUri)
    return refused('Value passed for the redirect uri did not match the uri of the authorization code.');
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (challenge !== grant.challenge)
    return refused('Value passed for the code verifier did not match the code challenge.');
  return { scopes: grant.scopes };
}
