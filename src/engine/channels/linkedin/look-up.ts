import { z } from 'zod';
import type { LookUp, SendDeps, Sought } from '../channel.ts';
import { findByText, readList, unclear } from '../look-up.ts';
import { ask } from './api.ts';
import { unescapeLittle } from './little.ts';

const MAX = 100;
const listSchema = z.object({
  paging: z.object({ links: z.array(z.object({ rel: z.string() })).default([]) }).optional(),
  elements: z.array(z.object({ id: z.string(), commentary: z.string().default(''), createdAt: z.number() })),
});

/** Among the author's own posts, newest first. */
export async function lookUp(sought: Sought, deps: SendDeps): Promise<LookUp> {
  if (!deps.connection) return unclear('The connection is gone.');
  const query = new URLSearchParams({ author: sought.address, q: 'author', count: String(MAX) });
  const answer = await ask(deps.connection, deps, {
    method: 'GET',
    to: `/rest/posts?${query.toString()}&sortBy=CREATED`,
    headers: { 'x-restli-method': 'FINDER' },
  });
  const mayNot =
    'The token may not read posts. It needs r_organization_social for pages, r_member_social for people.';
  const list = readList(answer, 'LinkedIn', mayNot);
  if ('problem' in list) return unclear(list.problem);
  const posts = listSchema.safeParse(list.read.json);
  if (!posts.success) return unclear('LinkedIn’s list of posts couldn’t be read.');
  const listed = posts.data.elements.map(({ id, commentary, createdAt: at }) => ({
    id,
    at,
    text: unescapeLittle(commentary),
  }));
  // A page may be short of its count with more behind it.
  const isLast = !(posts.data.paging?.links ?? []).some(({ rel }) => rel === 'next');
  const isWhole = isLast || listed.some(({ at }) => at < sought.since);
  return findByText(listed, { isWhole, text: sought.prepared.text }, sought);
}
