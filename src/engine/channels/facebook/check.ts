import * as z from 'zod/mini';
import type { CheckResult, OpenConnection, SendDeps } from '../channel.ts';
import { readAnswer } from '../http-outcome.ts';
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

/** What Meta says of the token itself. It needn't answer: then what works is believed. */
async function problemOfToken(connection: OpenConnection, deps: Deps): Promise<string | null> {
  const query = { input_token: connection.secrets['token'] ?? '' };
  const answer = await ask(connection, deps, { method: 'GET', path: 'debug_token', query });
  const read = answer.kind === 'answered' ? tokenSchema.safeParse(readAnswer(answer).json) : null;
  if (!read?.success) return null;
  const { expires_at: endsAt = 0, scopes } = read.data.data;
  if (scopes && !scopes.includes('pages_manage_posts'))
    return 'This token may not post. Generate one with the permission pages_manage_posts.';
  const leftMs = endsAt * 1_000 - deps.now();
  if (endsAt > 0 && leftMs < SHORT_MS)
    return `This token expires in ${leftMs < HOUR ? 'less than an hour' : `${Math.round(leftMs / HOUR)} hours`}. Use one that doesn’t expire, from a system user.`;
  return null;
}

export async function check(connection: OpenConnection, deps: Deps): Promise<CheckResult> {
  const answer = await ask(connection, deps, { method: 'GET', path: 'me', query: { fields: 'id,name' } });
  if (answer.kind !== 'answered') return wrong(`Facebook wasn’t reached: ${answer.reason}`);
  const read = readAnswer(answer);
  const who = whoSchema.safeParse(read.json);
  if (!who.success) {
    const given = verdictOf(read);
    return wrong(
      given && 'says' in given
        ? `Facebook answered: ${given.says}`
        : `Facebook answered with status ${read.status}. Try again in a minute.`,
    );
  }
  const { id, name = 'someone else' } = who.data;
  if (id !== connection.settings['pageId'])
    return wrong(
      `This is the token of ${name} (${id}), not of the page. In Graph API Explorer, choose the page under User or Page.`,
    );
  const problem = await problemOfToken(connection, deps);
  return problem === null ? { ok: true } : wrong(problem);
}
