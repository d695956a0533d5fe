import * as z from 'zod/mini';
import type { CheckResult, OpenConnection, Refreshed, SendDeps, Tokens } from '../channel.ts';
import { type ReadAnswer, readAnswer } from '../http-outcome.ts';
import { ask } from './graph.ts';
import { verdictOf } from './verdict.ts';

type Deps = Pick<SendDeps, 'call' | 'now'>;

const HOUR = 3_600_000;
/** A token that ends sooner is the one of an hour or two that Graph API Explorer shows at first. */
const SHORT_MS = 24 * HOUR;

const whoSchema = z.object({ id: z.string(), name: z.optional(z.string()) });
const tokenSchema = z.object({
  data: z.object({
    type: z.optional(z.string()),
    /** Seconds since the epoch; 0 is never. */
    expires_at: z.optional(z.number()),
    scopes: z.optional(z.array(z.string())),
  }),
});

/** Whose token it is: with a page's, `me` is the page. Null where nobody knows. */
async function whoIs(connection: OpenConnection, deps: Deps): Promise<z.infer<typeof whoSchema> | null> {
  const answer = await ask(connection, deps, { method: 'GET', path: 'me', query: { fields: 'id,name' } });
  const who = answer.kind === 'answered' ? whoSchema.safeParse(readAnswer(answer).json) : null;
  return who?.success ? who.data : null;
}

export const isPageOf = async (connection: OpenConnection, deps: Deps, page: string): Promise<boolean> =>
  (await whoIs(connection, deps))?.id === page;

const wrong = (problem: string): CheckResult => ({ ok: false, problem });

type About = { endsAt: number | null; scopes: readonly string[] | null };

/** What Meta says of the token itself: when it ends, and what it may do. Or why it says nothing. */
async function aboutToken(connection: OpenConnection, deps: Deps): Promise<About | Problem> {
  const query = { input_token: connection.secrets['token'] ?? '' };
  const answer = await ask(connection, deps, { method: 'GET', path: 'debug_token', query });
  if (answer.kind !== 'answered')
    return { problem: `Facebook wasn’t reached: ${answer.reason}`, isFinal: false };
  const read = readAnswer(answer);
  const about = tokenSchema.safeParse(read.json);
  if (!about.success) {
    return verdictOf(read)?.verdict === 'broken'
      ? { problem: 'Facebook no longer accepts the page’s access token.', isFinal: true }
      : { problem: problemIn(read), isFinal: false };
  }
  const { expires_at: endsAt = 0, scopes = null } = about.data.data;
  return { endsAt: endsAt > 0 ? endsAt * 1_000 : null, scopes };
}
type Problem = Extract<Refreshed, { problem: string }>;

function problemIn(read: ReadAnswer): string {
  const given = verdictOf(read);
  return given && 'says' in given
    ? `Facebook answered: ${given.says}`
    : `Facebook answered with status ${read.status}. Try again in a minute.`;
}

/** Meta needn't say more of a token: then what works is believed. */
async function problemOfToken(connection: OpenConnection, deps: Deps): Promise<string | null> {
  const about = await aboutToken(connection, deps);
  if ('problem' in about) return null;
  if (about.scopes && !about.scopes.includes('pages_manage_posts'))
    return 'This token may not post. Generate one with the permission pages_manage_posts.';
  const leftMs = (about.endsAt ?? Number.POSITIVE_INFINITY) - deps.now();
  return leftMs < SHORT_MS
    ? `This token expires in ${leftMs < HOUR ? 'less than an hour' : `${Math.round(leftMs / HOUR)} hours`}. Use one that doesn’t expire, from a system user.`
    : null;
}

/** Meta makes no new token of a page's: one that ends is replaced by a person, who is reminded in time. */
export const tokens: Tokens = {
  aheadMs: 7 * 24 * HOUR,
  endsAt: async (connection, deps) => {
    const about = await aboutToken(connection, deps);
    return 'problem' in about ? null : about.endsAt;
  },
  refresh: async (connection, deps) => {
    const about = await aboutToken(connection, deps);
    if ('problem' in about) return about;
    if (about.endsAt === null) return { secrets: {}, endsAt: null };
    return {
      problem: 'The page’s access token ends soon. Use one that doesn’t expire, from a system user.',
      isFinal: true,
    };
  },
};

export async function check(connection: OpenConnection, deps: Deps): Promise<CheckResult> {
  const answer = await ask(connection, deps, { method: 'GET', path: 'me', query: { fields: 'id,name' } });
  if (answer.kind !== 'answered') return wrong(`Facebook wasn’t reached: ${answer.reason}`);
  const read = readAnswer(answer);
  const who = whoSchema.safeParse(read.json);
  if (!who.success) return wrong(problemIn(read));
  const { id, name = 'someone else' } = who.data;
  if (id !== connection.settings['pageId'])
    return wrong(
      `This is the token of ${name} (${id}), not of the page. In Graph API Explorer, choose the page under User or Page.`,
    );
  const problem = await problemOfToken(connection, deps);
  return problem === null ? { ok: true } : wrong(problem);
}
