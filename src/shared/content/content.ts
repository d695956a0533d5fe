import * as z from 'zod/mini';
import { type Disclosures, disclosuresSchema } from '../countries/disclosures.ts';
import { LANGUAGES } from './answer.ts';
import { type Context, contextSchema } from './context.ts';
import { type AlertDocument, alertDocumentSchema } from './document.ts';

/** What `revisions.content` holds: the alert in each of its brand's languages, the main language first. */
export const contentSchema = z.strictObject({
  version: z.literal(2),
  documents: z.array(alertDocumentSchema).check(z.minLength(1), z.maxLength(LANGUAGES.length)),
  /** Which of the shapes of its texts the built-in writer chose. */
  shape: z.optional(z.int().check(z.gte(0))),
  /** What the alert's context states. */
  context: z.optional(contextSchema),
  /** What renditions for some countries say below the alert. */
  disclosures: z.optional(disclosuresSchema),
});
export type Content = z.infer<typeof contentSchema>;

/**
 * The documents of a revision, the main language first. Until version 2, content was one document. None where it is of
 * a kind that isn't written any more.
 */
export function documentsOf(content: unknown): AlertDocument[] {
  const read = contentSchema.safeParse(content);
  if (read.success) return read.data.documents;
  const { data } = alertDocumentSchema.safeParse(content);
  return data ? [data] : [];
}

/** What the context of a revision states, or null where it has none. */
export const contextIn = (content: unknown): Context | null =>
  contentSchema.safeParse(content).data?.context ?? null;

/** Which of the shapes of its texts a revision has. */
export const shapeIn = (content: unknown): number => contentSchema.safeParse(content).data?.shape ?? 0;

/** The disclosures of a revision; none in one from before there were any. */
export const disclosuresIn = (content: unknown): Disclosures =>
  contentSchema.safeParse(content).data?.disclosures ?? [];

/**
 * What is there for somebody who wants a language (BCP 47): it, else the language without its region, else the main
 * language, which comes first. Null where there is nothing.
 */
export function inLanguage<T extends { language: string }>(
  choices: readonly T[],
  wanted: string | null,
): T | null {
  const asked = wanted?.toLowerCase();
  const named = [asked, asked?.split('-')[0]];
  for (const name of named) {
    const found = choices.find(({ language }) => language.toLowerCase() === name);
    if (found) return found;
  }
  return choices[0] ?? null;
}
