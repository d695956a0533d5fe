import * as z from 'zod/mini';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { OpenConnection, SendDeps, SendOutcome, SendTo } from '../channel.ts';
import { outcomeOfAnswer, type ReadAnswer, readAnswer } from '../http-outcome.ts';
import { type Uploaded, uploadedAs } from '../picture-first.ts';
import { ask } from './api.ts';
import { isAboutPicture, verdictOf } from './verdict.ts';

export type Asking = { connection: OpenConnection; deps: SendDeps };

const PROVIDER = 'X';
/** X takes no longer one. */
const ALT_MAX = 1_000;
/** What stops the later posts of a thread may be over a moment later: each is tried so often. */
const TRIES = 2;

/** Nobody sees a picture before the post that names it. */
export async function upload({ media: [first] }: Prepared, to: SendTo, asking: Asking): Promise<Uploaded> {
  const { connection, deps } = asking;
  const bytes = first ? await deps.picture(first.hash) : null;
  if (!first || !bytes) return { picture: null };
  const { name, type, alt } = first;
  const answer = await ask(connection, deps, {
    method: 'POST',
    path: '/media/upload',
    form: {
      fields: { media_category: 'tweet_image' },
      files: [{ field: 'media', name, type, bytes }],
    },
  });
  const uploaded = uploadedAs(answer, to, deps, {
    provider: PROVIDER,
    verdictOf: (read) => verdictOf(read, deps.now()),
  });
  // Without its description, a picture is still better than none.
  if ('picture' in uploaded && uploaded.picture !== null && alt !== '' && [...alt].length <= ALT_MAX)
    await ask(connection, deps, {
      method: 'POST',
      path: '/media/metadata',
      json: { id: uploaded.picture, metadata: { alt_text: { text: alt } } },
    });
  return uploaded;
}

type Post = { text: string; picture: string | null; under: string | null };

/** One post. A picture that X doesn't take after all holds up nothing: the refusal says that nothing was posted. */
async function postOne({ text, picture, under }: Post, to: SendTo, asking: Asking): Promise<SendOutcome> {
  const { connection, deps } = asking;
  const answer = await ask(connection, deps, {
    method: 'POST',
    path: '/tweets',
    json: {
      text,
      ...(picture !== null && { media: { media_ids: [picture] } }),
      ...(under !== null && { reply: { in_reply_to_tweet_id: under } }),
    },
  });
  if (picture !== null && answer.kind === 'answered' && isAboutPicture(readAnswer(answer)))
    return postOne({ text, picture: null, under }, to, asking);
  return outcomeOfAnswer(answer, to, deps, {
    provider: PROVIDER,
    verdictOf: (read) => verdictOf(read, deps.now()),
  });
}

/** A later post of a thread. What X has certainly not taken is tried again at once, unless it asked to wait. */
async function postLater(post: Post, to: SendTo, asking: Asking): Promise<SendOutcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await postOne(post, to, asking);
    if (tries === TRIES || outcome.outcome !== 'retry' || outcome.holdsAccount) return outcome;
  }
}

const deletedSchema = z.object({ data: z.object({ deleted: z.literal(true) }) });
const isDeleted = ({ status, json }: ReadAnswer): boolean =>
  status === 404 || (status < 300 && deletedSchema.safeParse(json).success);

/** @returns those that are still there, as far as anybody knows */
async function remove(ids: readonly string[], { connection, deps }: Asking): Promise<string[]> {
  const left: string[] = [];
  for (const id of ids.toReversed()) {
    const answer = await ask(connection, deps, { method: 'DELETE', path: `/tweets/${id}` });
    const isGone = answer.kind === 'answered' && isDeleted(readAnswer(answer));
    if (!isGone) left.push(id);
  }
  return left;
}

/**
 * A thread is all or nothing: half an alert may lack its risk warning. Where a later post fails, those before it are
 * removed, and the outcome is that of the post that failed: nothing is there. Where one of them couldn't be removed, or
 * nobody knows whether the later one is there, nobody may send it again by itself, and the outcome is `unknown`.
 */
async function undone(
  failed: Exclude<SendOutcome, { outcome: 'sent' }>,
  { ids, count }: { ids: readonly string[]; count: number },
  asking: Asking,
): Promise<SendOutcome> {
  const what = `Post ${ids.length + 1} of ${count}: ${failed.reason}`;
  const there = (left: readonly string[]) => left.map((id) => `https://x.com/i/status/${id}`).join(' ');
  if (failed.outcome === 'unknown')
    return { outcome: 'unknown', reason: `${what} Those before it are there: ${there(ids)}` };
  const left = await remove(ids, asking);
  return left.length === 0
    ? { ...failed, reason: `${what} The posts before it were removed again.` }
    : { outcome: 'unknown', reason: `${what} The thread is incomplete: ${there(left)}` };
}

/** Posts texts one below the other. @returns all their ids, joined by commas */
export async function postThread(
  texts: readonly string[],
  { picture, under }: { picture: string | null; under: string | null },
  to: SendTo,
  asking: Asking,
): Promise<SendOutcome> {
  const ids: string[] = [];
  for (const text of texts) {
    const isFirst = ids.length === 0;
    const post = { text, picture: isFirst ? picture : null, under: ids.at(-1) ?? under };
    const outcome = await (isFirst ? postOne : postLater)(post, to, asking);
    if (outcome.outcome !== 'sent')
      return isFirst ? outcome : undone(outcome, { ids, count: texts.length }, asking);
    ids.push(outcome.providerMessageId);
  }
  return { outcome: 'sent', providerMessageId: ids.join(',') };
}
