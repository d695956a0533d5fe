import * as z from 'zod/mini';
import { oneLabel } from './label.ts';

/** What can be wrong with an alert that went out without a review. */
export const FINDING_CATEGORIES = {
  fact: 'A figure or fact is wrong',
  misleading: 'Misleading or one-sided',
  wording: 'Wording or tone',
  disclosure: 'A disclosure or disclaimer is missing',
  audience: 'Wrong audience or channel',
  timing: 'Too early or too late',
  review: 'Should have been reviewed first',
  other: 'Something else',
} as const;
export type FindingCategory = keyof typeof FINDING_CATEGORIES;
export type Verdict = 'none' | 'finding';

/** One list of samples holds so many at most. */
export const SAMPLES_MAX = 200;
export const NOTE_MAX = 1_000;

const time = z.iso.datetime();
const categorySchema = z.enum(
  Object.keys(FINDING_CATEGORIES) as [FindingCategory, ...FindingCategory[]],
  'Choose what is wrong.',
);
export const sampleSchema = z.object({
  alertId: z.uuid(),
  title: z.string(),
  symbol: z.nullable(z.string()),
  brand: z.string(),
  /** Gone where the rule was deleted, and for alerts written by hand. */
  rule: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  policy: z.object({ id: z.uuid(), name: z.string(), version: z.int() }),
  /** The hash of what was approved: what a judgement names. */
  revision: z.string(),
  sampledAt: time,
  /** Why the one who asks can't judge it; null where they can, and once it's judged. */
  refusal: z.nullable(z.string()),
  judged: z.nullable(
    z.object({
      verdict: z.enum(['none', 'finding']),
      category: z.nullable(categorySchema),
      note: z.nullable(z.string()),
      by: z.string(),
      at: time,
    }),
  ),
});
export type Sample = z.infer<typeof sampleSchema>;

/** GET /api/v1/reviews/samples: those that wait, the oldest first, or those that were judged, the newest first. */
export const samplesSchema = z.object({
  items: z.array(sampleSchema),
  /** By policy, as it's called now. */
  policies: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      /** In percent; null where it draws none anymore. */
      share: z.nullable(z.number()),
      sampled: z.int(),
      waiting: z.int(),
      findings: z.int(),
    }),
  ),
});
export type Samples = z.infer<typeof samplesSchema>;

/** What POST /api/v1/reviews/samples/{id} is told. */
export const judgementFormSchema = z
  .strictObject({
    verdict: z.enum(['none', 'finding'], 'A verdict is "none" or "finding".'),
    category: z.optional(categorySchema),
    note: z.optional(
      z.string('The note must be text.').check(
        z.overwrite((text) => text.split(/\r?\n/u).map(oneLabel).join('\n').trim()),
        z.maxLength(NOTE_MAX, `Please use at most ${NOTE_MAX} characters.`),
      ),
    ),
    /** The hash of what was looked at. */
    revision: z
      .string('Name the revision that you looked at.')
      .check(z.regex(/^[0-9a-f]{64}$/, 'A revision is a SHA-256 hash in hexadecimal.')),
  })
  .check(
    z.refine(({ verdict, category }) => verdict === 'none' || category !== undefined, {
      path: ['category'],
      error: 'Choose what is wrong.',
    }),
    z.refine(({ verdict, note }) => verdict === 'none' || Boolean(note), {
      path: ['note'],
      error: 'Say what you found.',
    }),
    z.refine(({ verdict, category }) => verdict === 'finding' || category === undefined, {
      path: ['category'],
      error: 'Only a finding has a category.',
    }),
  );
export type JudgementForm = z.infer<typeof judgementFormSchema>;
