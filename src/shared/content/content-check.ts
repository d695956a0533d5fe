import * as z from 'zod/mini';
import { alertLanguageSchema, answerSchema } from './answer.ts';

/**
 * `refused`: it has to change. `vouch`: a figure that can't be traced to the evidence; somebody has to vouch for it by
 * name, or it has to change.
 */
const findingVerdictSchema = z.enum(['refused', 'vouch']);

/** Something in a text or answer that may not go out as it is. */
export const contentFindingSchema = z.strictObject({
  verdict: findingVerdictSchema,
  /** A stable code, and what it means. */
  code: z.string(),
  reason: z.string(),
  /** "text", or the part of an answer: "headline.0", "paragraphs.1.2". */
  at: z.string(),
  /** Of the text, or of the words of that part, in UTF-16 code units; 0 and 0 for a claim or slot. */
  start: z.int(),
  end: z.int(),
  /** What is there. */
  found: z.string(),
});
export type ContentFinding = z.infer<typeof contentFindingSchema>;

export const contentCheckSchema = z.strictObject({
  /** The worst of the findings; `passed` where there is none. */
  verdict: z.enum(['passed', ...findingVerdictSchema.options]),
  findings: z.array(contentFindingSchema),
  /** A passed answer as it goes out. Null for a text, and for an answer that didn't pass. */
  written: z.nullable(
    z.strictObject({ headline: z.string(), summary: z.string(), paragraphs: z.array(z.string()) }),
  ),
});
export type ContentCheck = z.infer<typeof contentCheckSchema>;

/** Somebody vouches for a figure of a text. Who and when is recorded beside it. */
export const vouchSchema = z.strictObject({ start: z.int(), end: z.int(), found: z.string() });
export type Vouch = z.infer<typeof vouchSchema>;

export const CHECKED_MAX = 20_000;

/** What is to be checked: a text as readers get it, or an answer of claims, slots and free words. */
export const contentCheckRequestSchema = z
  .strictObject({
    alert: z.uuid(),
    language: alertLanguageSchema,
    text: z.optional(z.string().check(z.minLength(1), z.maxLength(CHECKED_MAX))),
    answer: z.optional(answerSchema),
    /** Words that the text may not hold. */
    forbidden: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(80))).check(z.maxLength(200))),
  })
  .check(
    z.refine(({ text, answer }) => (text === undefined) !== (answer === undefined), {
      path: ['text'],
      error: 'Send either text or answer.',
    }),
  );
export type ContentCheckRequest = z.infer<typeof contentCheckRequestSchema>;
