import * as z from 'zod/mini';
import { type AllowedAccount, type Authorize, missingScopes, pageWith } from '../authorize.ts';
import type { OpenConnection, SendDeps } from '../channel.ts';
import { readAnswer } from '../http-outcome.ts';
import { formBody, tokensIn } from '../oauth-refresh.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { ask } from './api.ts';
import { OAUTH } from './tokens.ts';

const SCOPES = [
  'openid',
  'profile',
  'w_member_social',
  'w_organization_social',
  'r_organization_social',
  'r_organization_admin',
] as const;
const PAGES_MAX = 50;

const meSchema = z.object({ sub: z.string(), name: z.string() });
const pagesSchema = z.object({ elements: z.array(z.object({ organization: z.string() })) });
const pageSchema = z.object({ localizedName: z.string() });

type Author = { urn: string; name: string };

async function read<S extends z.ZodMiniType>(
  schema: S,
  to: string,
  connection: OpenConnection,
  deps: Pick<SendDeps, 'call'>,
): Promise<z.infer<S> | null> {
  const answer = await ask(connection, deps, { method: 'GET', to });
  const found = answer.kind === 'answered' ? schema.safeParse(readAnswer(answer).json) : null;
  return found?.success ? found.data : null;
}

/** The pages that the person administers, and the person. Null where LinkedIn doesn't say. */
async function authorsOf(connection: OpenConnection, deps: Pick<SendDeps, 'call'>): Promise<Author[] | null> {
  const me = await read(meSchema, '/v2/userinfo', connection, deps);
  const to = `/rest/organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED&count=${PAGES_MAX}`;
  const pages = await read(pagesSchema, to, connection, deps);
  if (!me || !pages) return null;
  const named = pages.elements.map(async ({ organization: urn }): Promise<Author> => {
    const id = urn.split(':').at(-1) ?? '';
    const page = await read(pageSchema, `/rest/organizations/${encodeURIComponent(id)}`, connection, deps);
    return { urn, name: page?.localizedName ?? urn };
  });
  return [...(await Promise.all(named)), { urn: `urn:li:person:${me.sub}`, name: me.name }];
}

export const authorize: Authorize = {
  scopes: SCOPES,
  namedBy: null,
  start: ({ app, redirectUri, state }) =>
    pageWith(`${OAUTH}/authorization`, {
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: redirectUri,
      state,
      scope: SCOPES.join(' '),
    }),
  exchange: async ({ app, redirectUri, code }, deps) => {
    const answer = await deps.call({
      method: 'POST',
      url: `${OAUTH}/accessToken`,
      ...formBody({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: app.clientId,
        client_secret: app.clientSecret,
      }),
    });
    const secret = { secrets: { code, clientSecret: app.clientSecret } };
    const given = tokensIn(withoutSecrets(answer, secret), { provider: 'LinkedIn', now: deps.now() });
    if ('problem' in given) return { problem: given.problem };
    const missing = missingScopes(SCOPES, given.scopes ?? SCOPES, 'LinkedIn');
    if (missing !== null) return { problem: missing };
    const settings = { clientId: app.clientId };
    const secrets = {
      clientSecret: app.clientSecret,
      accessToken: given.accessToken,
      // Approved partners alone get one. Others are reminded to reconnect after two months.
      ...(given.refreshToken !== null && { refreshToken: given.refreshToken }),
    };
    const authors = await authorsOf({ id: '', settings, secrets }, deps);
    if (!authors) return { problem: 'LinkedIn didn’t say which pages are yours. Connect again in a minute.' };
    return {
      accounts: authors.map(({ urn, name }): AllowedAccount => ({
        id: urn,
        title: name,
        settings,
        secrets,
        endsAt: given.endsAt,
        place: { name, address: urn },
      })),
    };
  },
};
