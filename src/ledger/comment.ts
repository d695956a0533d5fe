import { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { mentionsIn } from '#src/shared/comments.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { appendEntry } from './append.ts';
import { peopleOf } from './people.ts';

const sealedSchema = z.strictObject({ person: z.string(), sealed: z.string() });

/**
 * What an entry of kind `comment` says. The text is the author's own: it's sealed with their name, so that only their key
 * opens it. Mentions in it are by
 * pseudonym, with their names sealed too.
 */
const commentSchema = z.looseObject({
  comment: z.uuid(),
  act: z.enum(['written', 'withdrawn']),
  by: sealedSchema,
  mentions: z.array(sealedSchema),
});
export type LedgerComment = z.infer<typeof commentSchema>;

/** @returns null where the text is no comment */
export function readComment(body: string): LedgerComment | null {
  const read = commentSchema.safeParse(JSON.parse(body));
  return read.success ? read.data : null;
}

type NewComment = {
  workspaceId: string;
  alertId: string;
  id: string;
  brandId: string;
  act: LedgerComment['act'];
  /** As it's stored, with mentions by id; null for what is withdrawn. */
  text: string | null;
  by: { userId: string; name: string; email: string };
  /** The names of those whom it mentions, by id. */
  names: ReadonlyMap<string, string>;
  at: Date;
};

/** Records a comment, in its transaction, of which it is the last step: see `appendEntry`. */
export async function recordComment(tx: Tx, made: NewComment): Promise<void> {
  const { workspaceId, alertId: subject, id: comment, brandId, act, text, at } = made;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const { userId, ...who } = made.by;
  const mentioned = mentionsIn(text ?? '');
  const people = await peopleOf(tx, workspaceId, [userId, ...mentioned]);
  const author = people.get(userId);
  if (!author) throw new Error('A person who was erased cannot comment.');
  const said = mentioned.reduce(
    (words, each) => words.replaceAll(`@{${each}}`, `@{${people.get(each)?.pseudonym ?? 'erased'}}`),
    text ?? '',
  );
  const by = {
    person: author.pseudonym,
    sealed: author.seal({ ...who, ...(act === 'written' && { text: said }) }),
  };
  const mentions = mentioned.flatMap((each) => {
    const person = people.get(each);
    return person
      ? [{ person: person.pseudonym, sealed: person.seal({ name: made.names.get(each) ?? null }) }]
      : [];
  });
  const body = { about: { brand: brandId }, act, by, comment, mentions };
  await appendEntry(tx, { kind: 'comment', subject, at, body });
}
