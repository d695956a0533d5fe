import * as z from 'zod/mini';
import { type AllowedAccount, type Authorize, missingScopes, pageWith } from '../authorize.ts';
import type { OpenConnection, SendDeps } from '../channel.ts';
import { readAnswer } from '../http-outcome.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { API_VERSION, ask, GRAPH } from './graph.ts';

type Deps = Pick<SendDeps, 'call'>;
type Problem = { problem: string };

const SCOPES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'] as const;
const PAGES_MAX = 100;
/** Of a person's role at a page: without it, a token of the page posts nothing. */
const MAY_POST = 'CREATE_CONTENT';

const tokenSchema = z.object({ access_token: z.string().check(z.minLength(1)) });
const errorSchema = z.object({ error: z.object({ message: z.string() }) });
const grantedSchema = z.object({
  data: z.array(z.object({ permission: z.string(), status: z.string() })),
});
const pagesSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      access_token: z.optional(z.string()),
      tasks: z.optional(z.array(z.string())),
    }),
  ),
});

/** Asks for a token of the person's. */
async function personToken(
  query: Readonly<Record<string, string>>,
  { call }: Deps,
): Promise<string | Problem> {
  const { href: url } = pageWith(`${GRAPH}/${API_VERSION}/oauth/access_token`, query);
  const answer = withoutSecrets(await call({ method: 'GET', url }), { secrets: query });
  if (answer.kind !== 'answered') return { problem: `Facebook wasn’t reached: ${answer.reason}` };
  const { status, json } = readAnswer(answer);
  const given = tokenSchema.safeParse(json);
  if (given.success) return given.data.access_token;
  const refused = errorSchema.safeParse(json);
  const says = refused.success ? refused.data.error.message : `status ${status}. Connect again in a minute.`;
  return { problem: `Facebook answered: ${says}`.slice(0, 300) };
}

async function read<S extends z.ZodMiniType>(
  schema: S,
  asked: { path: string; query?: Readonly<Record<string, string>> },
  connection: OpenConnection,
  deps: Deps,
): Promise<z.infer<S> | null> {
  const answer = await ask(connection, deps, { method: 'GET', ...asked });
  const found = answer.kind === 'answered' ? schema.safeParse(readAnswer(answer).json) : null;
  return found?.success ? found.data : null;
}

/** A person signs in, and chooses one of the pages where they may post. Its token lasts as long as they have that role. */
export const authorize: Authorize = {
  scopes: SCOPES,
  namedBy: 'pageId',
  start: ({ app, redirectUri, state }) =>
    pageWith(`https://www.facebook.com/${API_VERSION}/dialog/oauth`, {
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: redirectUri,
      state,
      scope: SCOPES.join(','),
    }),
  exchange: async ({ app, redirectUri, code }, deps) => {
    const by = { client_id: app.clientId, client_secret: app.clientSecret };
    const short = await personToken({ ...by, redirect_uri: redirectUri, code }, deps);
    if (typeof short !== 'string') return short;
    // Pages' tokens end with the one they are asked for with: those of a long-lived one don't.
    const long = await personToken(
      { ...by, grant_type: 'fb_exchange_token', fb_exchange_token: short },
      deps,
    );
    if (typeof long !== 'string') return long;
    const person = { id: '', settings: {}, secrets: { token: long } };
    const given = await read(grantedSchema, { path: 'me/permissions' }, person, deps);
    const query = { fields: 'id,name,access_token,tasks', limit: String(PAGES_MAX) };
    const pages = given && (await read(pagesSchema, { path: 'me/accounts', query }, person, deps));
    if (!pages) return { problem: 'Facebook didn’t say which pages are yours. Connect again in a minute.' };
    const granted = given.data.filter(({ status }) => status === 'granted');
    const missing = missingScopes(
      SCOPES,
      granted.map(({ permission }) => permission),
      'Facebook',
    );
    if (missing !== null) return { problem: missing };
    return {
      accounts: pages.data.flatMap(({ id, name, access_token: token, tasks }): AllowedAccount[] =>
        token !== undefined && (tasks === undefined || tasks.includes(MAY_POST))
          ? [
              {
                id,
                title: name,
                settings: { pageId: id },
                secrets: { token },
                endsAt: null,
                place: { name, address: id },
              },
            ]
          : [],
      ),
    };
  },
};
