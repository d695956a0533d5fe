import * as z from 'zod/mini';
import type { ReadBack } from '../channel.ts';
import { readAnswer } from '../http-outcome.ts';
import { ask } from './api.ts';
import type { Asking } from './send.ts';

const NOT_FOUND = 'https://api.twitter.com/2/problems/resource-not-found';
const urlSchema = z.object({
  url: z.string(),
  expanded_url: z.optional(z.string()),
  /** Of a picture: its address is no part of what was written. */
  media_key: z.optional(z.string()),
});
export const postSchema = z.object({
  id: z.string(),
  text: z.string(),
  entities: z.optional(z.object({ urls: z.optional(z.array(urlSchema)) })),
});
const foundSchema = z.object({
  data: z.optional(z.array(postSchema)),
  errors: z.optional(z.array(z.object({ type: z.optional(z.string()), detail: z.optional(z.string()) }))),
});

/** A post as it was written: X shortens addresses, adds those of pictures, and escapes three characters. */
export function writtenText({ text, entities }: z.infer<typeof postSchema>): string {
  const whole = (entities?.urls ?? []).reduce(
    (all, { url, expanded_url: meant, media_key: ofPicture }) =>
      all.replaceAll(url, ofPicture === undefined ? (meant ?? url) : ''),
    text,
  );
  return whole.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim();
}

/** The posts of a message as X shows them, top to bottom. */
export async function readPosts(ids: readonly string[], { connection, deps }: Asking): Promise<ReadBack> {
  // What is no number was never a post.
  if (ids.some((id) => !/^\d+$/.test(id))) return { found: 'gone' };
  const answer = await ask(connection, deps, {
    method: 'GET',
    path: `/tweets?ids=${ids.join(',')}&tweet.fields=entities`,
  });
  if (answer.kind !== 'answered') return { found: 'unknown', problem: `X wasn’t reached: ${answer.reason}` };
  const { status, json } = readAnswer(answer);
  const found = foundSchema.safeParse(json);
  if (status >= 300 || !found.success)
    return { found: 'unknown', problem: `X answered with status ${status}.` };
  const { data = [], errors = [] } = found.data;
  const hidden = errors.find(({ type }) => type !== NOT_FOUND);
  if (hidden) return { found: 'unknown', problem: `X answered: ${hidden.detail ?? 'a post is hidden'}` };
  if (data.length === 0)
    return errors.length === ids.length
      ? { found: 'gone' }
      : { found: 'unknown', problem: 'X didn’t say whether the post is there.' };
  const posts = ids.flatMap((id) => data.filter((post) => post.id === id));
  return { found: 'there', text: posts.map(writtenText).join('\n\n') };
}
