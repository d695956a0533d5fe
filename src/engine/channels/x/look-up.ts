import * as z from 'zod/mini';
import { textsOfPrepared } from '#src/shared/content/prepared.ts';
import type { LookUp, Sought } from '../channel.ts';
import { findByText, readList, unclear } from '../look-up.ts';
import { ask } from './api.ts';
import { postSchema, writtenText } from './read-back.ts';
import type { Asking } from './send.ts';

const MAX = 100;
const meSchema = z.object({ data: z.object({ id: z.string() }) });
const listSchema = z.object({
  data: z.optional(z.array(z.extend(postSchema, { created_at: z.string() }))),
  meta: z.optional(z.object({ next_token: z.optional(z.string()) })),
});
const MAY_NOT = 'The token may not read posts. It needs tweet.read and users.read.';

/** Among the account's own posts: the first post of the message. */
export async function lookUp(sought: Sought, { connection, deps }: Asking): Promise<LookUp> {
  const me = readList(await ask(connection, deps, { method: 'GET', path: '/users/me' }), 'X', MAY_NOT);
  if ('problem' in me) return unclear(me.problem);
  const user = meSchema.safeParse(me.read.json);
  if (!user.success) return unclear('X didn’t say whose account it is.');
  const query = new URLSearchParams({
    max_results: String(MAX),
    start_time: new Date(sought.since).toISOString(),
    'tweet.fields': 'created_at,entities',
  });
  const path = `/users/${user.data.data.id}/tweets?${query.toString()}`;
  const list = readList(await ask(connection, deps, { method: 'GET', path }), 'X', MAY_NOT);
  if ('problem' in list) return unclear(list.problem);
  const posts = listSchema.safeParse(list.read.json);
  if (!posts.success) return unclear('X’s list of posts couldn’t be read.');
  const listed = (posts.data.data ?? []).map(({ created_at: at, ...post }) => ({
    id: post.id,
    at: Date.parse(at),
    text: writtenText(post),
  }));
  const [text = '', ...thread] = textsOfPrepared(sought.prepared);
  const taken = new Set([...sought.taken].flatMap((ids) => ids.split(',')));
  const isWhole = posts.data.meta?.next_token === undefined;
  const found = findByText(listed, { isWhole, text }, { ...sought, taken });
  const isPart = thread.length > 0 || (connection.settings['links'] === 'reply' && hasLink(sought));
  // Sent again, its first post would be there twice; left alone, the rest of it is missing.
  return found.found === 'there' && isPart
    ? unclear(`Its first post is there: https://x.com/i/status/${found.providerMessageId}`, { partly: true })
    : found;
}

const hasLink = ({ prepared }: Sought): boolean => (prepared.buttons ?? []).length > 0;
