import * as z from 'zod/mini';

export const COMMENT = {
  textMax: 2_000,
  /** People that one comment mentions. */
  mentionsMax: 20,
  /** Comments of an alert. */
  perAlert: 200,
  /** Comments of a person in an hour, as each can send emails. */
  perHour: 60,
} as const;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A mention in a stored text: `@{` the member's id `}`. */
const MENTION = new RegExp(`@\\{(${UUID})\\}`, 'g');

export type Part = { text: string } | { mention: string };

/** A stored text as its parts. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(MENTION)) {
    if (found.index > from) parts.push({ text: text.slice(from, found.index) });
    parts.push({ mention: found[1] ?? '' });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Who a stored text mentions, each once. */
export const mentionsIn = (text: string): string[] => [
  ...new Set(partsOf(text).flatMap((part) => ('mention' in part ? [part.mention] : []))),
];

/** Lines stay; other control characters go, and those that turn the direction of writing. */
export const plainLines = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** Counted as people read it: a mention is no longer than a name. */
const lengthOf = (text: string): number =>
  partsOf(text).reduce((sum, part) => sum + ('text' in part ? part.text.length : 1), 0);

export const commentFormSchema = z.strictObject({
  text: z.string('Write a comment.').check(
    z.maxLength(
      2 * COMMENT.textMax,
      `Please use at most ${COMMENT.textMax.toLocaleString('en-US')} characters.`,
    ),
    z.overwrite(plainLines),
    z.minLength(1, 'Write a comment.'),
    z.refine((text) => lengthOf(text) <= COMMENT.textMax, {
      error: `Please use at most ${COMMENT.textMax.toLocaleString('en-US')} characters.`,
    }),
    z.refine((text) => mentionsIn(text).length <= COMMENT.mentionsMax, {
      error: `A comment mentions ${COMMENT.mentionsMax} people at most.`,
    }),
  ),
});
export type CommentForm = z.infer<typeof commentFormSchema>;

const personSchema = z.object({ userId: z.nullable(z.uuid()), name: z.string() });

export const commentSchema = z.object({
  id: z.uuid(),
  author: personSchema,
  /** Empty once it's withdrawn. */
  parts: z.array(z.union([z.strictObject({ text: z.string() }), z.strictObject({ mention: personSchema })])),
  at: z.iso.datetime(),
  withdrawnAt: z.nullable(z.iso.datetime()),
});
export type Comment = z.infer<typeof commentSchema>;

/** /api/v1/alerts/{id}/comments: the oldest first. */
export const commentsSchema = z.object({ items: z.array(commentSchema) });
