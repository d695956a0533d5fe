import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import type { PracticeAnswer, PracticeApp, PracticeCall, PracticeRoom } from './provider.ts';

/** What a code was given for. */
type Grant = { redirectUri: string; challenge: string | null; scopes: readonly string[] };

/** How a provider's page, which asks people to allow an app, works. */
export type Consent = {
  kind: string;
  title: string;
  /** Who is signed in there. */
  person: string;
  app: PracticeApp;
  /** A code is good for so long. */
  codeMs: number;
  /** What divides scopes in the address. */
  divider: ' ' | ',';
  /** The page asks for a code challenge (PKCE, S256). */
  pkce: boolean;
  /** A person may leave scopes out. */
  pickScopes?: true;
  /** What the provider says when people deny; beside `state`. */
  denied: Readonly<Record<string, string>>;
};

const codesOf = (kind: string): string => `${kind}-code`;

/** What is registered as the app's address: only this machine's own. */
const isRegistered = (uri: string, kind: string): boolean =>
  new RegExp(String.raw`^http://(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?/hooks/oauth/${kind}$`).test(uri);

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100vh; }
main { width: min(26rem, calc(100vw - 2rem)); padding: 2rem 0; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 .75rem; }
p { margin: 0 0 1rem; }
ul { list-style: none; margin: 0 0 1.5rem; padding: 0; border-top: 1px solid color-mix(in srgb, currentcolor 25%, transparent); }
li { padding: .5rem 0; border-bottom: 1px solid color-mix(in srgb, currentcolor 25%, transparent); font-family: ui-monospace, monospace; font-size: .875rem; }
label { display: flex; align-items: center; gap: .75rem; min-height: 1.75rem; }
input { width: 1.25rem; height: 1.25rem; margin: 0; }
form div { display: flex; gap: .75rem; }
button { flex: 1; min-height: 3rem; border-radius: .5rem; border: 1px solid currentcolor; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button[value=allow] { background: CanvasText; color: Canvas; }
small { display: block; margin-top: 1.5rem; opacity: .75; }
`;

const page = (status: number, title: string, body: unknown): PracticeAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${title}</title>
          <style>
            ${STYLE}
          </style>
        </head>
        <body>
          <main>${body}</main>
        </body>
      </html>`,
  ),
});

const backTo = (uri: string, query: Readonly<Record<string, string>>): PracticeAnswer => {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.href, 'cache-control': 'no-store' } };
};

/** The page where a person allows an app or denies it. What is wrong with the app is said here, and never sent back. */
export async function askConsent(
  call: PracticeCall,
  room: PracticeRoom,
  consent: Consent,
): Promise<PracticeAnswer> {
  const query = call.url.searchParams;
  const { kind, title, app, person } = consent;
  const redirectUri = query.get('redirect_uri') ?? '';
  const challenge = query.get('code_challenge');
  const wrong =
    query.get('client_id') !== app.clientId
      ? 'There is no app with this client ID.'
      : !isRegistered(redirectUri, kind)
        ? 'The redirect URI is not registered for this app.'
        : consent.pkce && (challenge === null || query.get('code_challenge_method') !== 'S256')
          ? 'A code challenge by S256 is missing.'
          : null;
  if (wrong !== null)
    return page(
      400,
      `${title} (practice)`,
      html`<h1>Something went wrong</h1>
        <p>${wrong}</p>`,
    );
  const state = query.get('state') ?? '';
  const asked = (query.get('scope') ?? '').split(consent.divider).filter((scope) => scope !== '');
  if (call.method !== 'POST')
    return page(
      200,
      `Allow access – ${title} (practice)`,
      html`<h1>Allow this app to use your ${title} account?</h1>
        <p>You’re signed in as <b>${person}</b>. The app asks for:</p>
        <form method="post">
          <ul>
            ${asked.map((scope) =>
              consent.pickScopes
                ? html`<li>
                    <label><input type="checkbox" name="scope" value="${scope}" checked /> ${scope}</label>
                  </li>`
                : html`<li>${scope}<input type="hidden" name="scope" value="${scope}" /></li>`,
            )}
          </ul>
          <div>
            <button name="decision" value="deny">Deny</button>
            <button name="decision" value="allow">Allow</button>
          </div>
        </form>
        <small>This is the practice provider of your machine. Nobody gets what is sent here.</small>`,
    );
  const form = new URLSearchParams(call.body.toString('utf8'));
  if (form.get('decision') !== 'allow') return backTo(redirectUri, { ...consent.denied, state });
  const code = randomBytes(24).toString('base64url');
  const scopes = form.getAll('scope').filter((scope) => asked.includes(scope));
  const own: Grant = { redirectUri, challenge, scopes };
  await room.keep({
    kind: codesOf(kind),
    id: code,
    place: person,
    under: null,
    sentAt: room.now(),
    editedAt: null,
    text: '',
    pictures: [],
    own,
  });
  return backTo(redirectUri, { code, state });
}

/** Redeems a code, once. @returns what it was given for, or why it's no good */
export async function redeemCode(
  code: string | null,
  room: PracticeRoom,
  { kind, codeMs }: Pick<Consent, 'kind' | 'codeMs'>,
): Promise<Grant | 'unknown' | 'used' | 'expired'> {
  const known = (await room.messages(codesOf(kind))).find(({ id }) => id === code);
  if (!known) return 'unknown';
  if (known.editedAt !== null) return 'used';
  await room.keep({ ...known, editedAt: room.now() });
  return room.now() - known.sentAt > codeMs ? 'expired' : (known.own as Grant);
}
