import { z } from 'zod';
import type { LookUp, SendDeps, Sought } from '../channel.ts';
import { findByText, readList, unclear } from '../look-up.ts';
import { ask } from './graph.ts';

const MAX = 100;
const listSchema = z.object({
  data: z.array(z.object({ id: z.string(), message: z.string().default(''), created_time: z.string() })),
  paging: z.object({ next: z.string().optional() }).optional(),
});

/** Among the page's own posts. */
export async function lookUp(sought: Sought, deps: SendDeps): Promise<LookUp> {
  if (!deps.connection) return unclear('The connection is gone.');
  const answer = await ask(deps.connection, deps, {
    method: 'GET',
    path: `${sought.address}/posts`,
    query: {
      fields: 'id,message,created_time',
      since: String(Math.floor(sought.since / 1_000)),
      limit: String(MAX),
    },
  });
  const list = readList(answer, 'Facebook', 'The token may not read posts. It needs pages_read_engagement.');
  if ('problem' in list) return unclear(list.problem);
  const posts = listSchema.safeParse(list.read.json);
  if (!posts.success) return unclear('Facebook’s list of posts couldn’t be read.');
  const { data, paging } = posts.data;
  const listed = data.map(({ id, message, created_time: at }) => ({ id, text: message, at: Date.parse(at) }));
  // A page of the list may be short of its limit with more behind it: only a missing `next` is the end.
  const isWhole = paging?.next === undefined;
  return findByText(listed, { isWhole, text: sought.prepared.text }, sought);
}
