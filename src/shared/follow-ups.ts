import * as z from 'zod/mini';
import { oneLabel } from './label.ts';

/** What follows an alert that was sent. A correction replaces it, where the channel can edit; an update adds to it. */
export const FOLLOW_UP_PURPOSES = ['update', 'correction'] as const;
export type FollowUpPurpose = (typeof FOLLOW_UP_PURPOSES)[number];

export const FOLLOW_UP_STATES = ['waiting', 'approved', 'rejected'] as const;
export type FollowUpState = (typeof FOLLOW_UP_STATES)[number];

export const FOLLOW_UP = { headlineMax: 120, textMax: 1_500 } as const;
/** Of one alert. */
export const FOLLOW_UPS_MAX = 20;

export const followUpFormSchema = z.object({
  purpose: z.enum(FOLLOW_UP_PURPOSES, 'Choose an update or a correction.'),
  headline: z
    .string('Enter a headline.')
    .check(
      z.overwrite(oneLabel),
      z.minLength(1, 'Enter a headline.'),
      z.maxLength(FOLLOW_UP.headlineMax, `A headline can have at most ${FOLLOW_UP.headlineMax} characters.`),
    ),
  text: z.string('Enter what readers should know.').check(
    z.trim(),
    z.minLength(1, 'Enter what readers should know.'),
    z.maxLength(FOLLOW_UP.textMax, `A text can have at most ${FOLLOW_UP.textMax} characters.`),
    z.refine((text) => !/[\0\p{Cs}]/u.test(text), 'This holds a character that can’t be stored.'),
  ),
  /** The author vouches for what the alert's data doesn't bear out. */
  ownFigures: z.optional(z.boolean()),
});
export type FollowUpForm = z.infer<typeof followUpFormSchema>;

export const followUpSchema = z.object({
  id: z.uuid(),
  purpose: z.enum(FOLLOW_UP_PURPOSES),
  sendNo: z.int(),
  state: z.enum(FOLLOW_UP_STATES),
  headline: z.string(),
  text: z.string(),
  ownFigures: z.array(z.string()),
  /** SHA-256 of the content. A decision names it. */
  revision: z.string(),
  writtenBy: z.string(),
  createdAt: z.iso.datetime(),
  /** Null: a policy, or nobody yet. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.string()),
});
export type FollowUp = z.infer<typeof followUpSchema>;

export const followUpsSchema = z.object({
  items: z.array(followUpSchema),
  /** Whether one may be written now; `problem` says why not. */
  open: z.boolean(),
  problem: z.nullable(z.string()),
  /** Whether a person has to approve it. */
  needsApproval: z.boolean(),
});
export type FollowUps = z.infer<typeof followUpsSchema>;
