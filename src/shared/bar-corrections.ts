import * as z from 'zod/mini';
import { timeframeSchema } from './market.ts';

/** What can be found of an alert whose bars were corrected after it was written. */
export const BAR_CORRECTION_STATES = [
  'checking',
  'still_right',
  'differs',
  'waiting',
  'corrected',
  'dismissed',
  'not_sent',
  'not_possible',
] as const;
export type BarCorrectionState = (typeof BAR_CORRECTION_STATES)[number];

/** One list holds so many at most; a correction names so many corrected figures of bars. */
export const BAR_CORRECTIONS = { listMax: 200, barsMax: 20, figuresMax: 20, reasonMax: 1_000 } as const;

const time = z.iso.datetime();

/** A figure of a bar that was corrected. Null where a bar has no volume. */
const correctedBarSchema = z.object({
  symbol: z.string(),
  timeframe: timeframeSchema,
  time,
  field: z.enum(['open', 'high', 'low', 'close', 'volume']),
  said: z.nullable(z.string()),
  right: z.nullable(z.string()),
});
export type CorrectedBar = z.infer<typeof correctedBarSchema>;

/** A figure of the alert, as readers saw it and as the corrected bars give it; null where they give none. */
const correctedFigureSchema = z.object({
  label: z.string(),
  /** Where it's read from in the evidence, such as `bar.close`. */
  of: z.string(),
  said: z.string(),
  right: z.nullable(z.string()),
});
export type CorrectedFigure = z.infer<typeof correctedFigureSchema>;

export const barCorrectionSchema = z.object({
  id: z.uuid(),
  alertId: z.uuid(),
  /** The alert's headline. */
  title: z.string(),
  state: z.enum(BAR_CORRECTION_STATES),
  cause: z.enum(['bar', 'split']),
  bars: z.array(correctedBarSchema),
  figures: z.array(correctedFigureSchema),
  /** Whether the rule triggers on the corrected bars; null while it's checked. */
  triggers: z.nullable(z.boolean()),
  /** Why there is no proposal, or can't be one. */
  problem: z.nullable(z.string()),
  /** The correction that is proposed. */
  followUp: z.nullable(z.uuid()),
  foundAt: time,
  checkedAt: z.nullable(time),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(time),
  reason: z.nullable(z.string()),
});
export type BarCorrection = z.infer<typeof barCorrectionSchema>;

/** GET /api/v1/alerts/{id}/bar-corrections: newest first. GET /api/v1/reviews/bar-corrections: those that wait, oldest first. */
export const barCorrectionsSchema = z.object({ items: z.array(barCorrectionSchema) });
export const waitingBarCorrectionsSchema = z.object({
  items: z.array(barCorrectionSchema),
  /** How many wait in all. */
  count: z.int(),
});

/** The body of POST /api/v1/alerts/{id}/bar-corrections/{correction}/dismissal. */
export const dismissalFormSchema = z.object({
  reason: z
    .string('Say why you dismiss it.')
    .check(
      z.trim(),
      z.minLength(1, 'Say why you dismiss it.'),
      z.maxLength(BAR_CORRECTIONS.reasonMax, `Please use at most ${BAR_CORRECTIONS.reasonMax} characters.`),
    ),
});
export type DismissalForm = z.infer<typeof dismissalFormSchema>;
