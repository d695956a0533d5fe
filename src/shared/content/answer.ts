import * as z from 'zod/mini';
import { CONTEXT_FACTS } from './context.ts';

/** Languages that an alert can be written in. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'ja'] as const;
export const alertLanguageSchema = z.enum(LANGUAGES);
export type Language = z.infer<typeof alertLanguageSchema>;

/** Prices of the event's bar, and of the one before. */
export const PRICE_NAMES = ['open', 'high', 'low', 'close', 'previous_close'] as const;

/** Figures that a claim may name: prices, and what detectors compare. Which of them an event has, its evidence says. */
export const FIGURE_NAMES = [
  ...PRICE_NAMES,
  'volume',
  'mean_volume',
  'previous_high',
  'previous_low',
  'fast_average',
  'slow_average',
  'rsi',
  'previous_rsi',
  'level',
  'range_high',
  'range_low',
  'round_number',
  'start_close',
  'range',
  'mean_range',
  'min_pct',
] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];

const figureSchema = z.enum(FIGURE_NAMES);
const waySchema = z.enum(['up', 'down']);

/**
 * A statement about an event that code checks against the evidence and puts into words, as a whole sentence.
 * `move`: the close, or the open, against the close before, with its size in percent. `direction`: the same without.
 * `role`: what a figure is. `comparison`: two figures of one unit. `extreme`: the bar's price among the last `bars` bars,
 * itself included. `streak`: so many closes in a row that were above or below the one before. `first_since`: the last
 * time that a price was as high or low, or a move as large, was the bar that starts at `since`. `context`: what the
 * event's history says (context.ts), where its context has that fact.
 */
export const claimSchema = z.discriminatedUnion('claim', [
  z.strictObject({ claim: z.literal('move'), price: z.enum(['open', 'close']), way: waySchema }),
  z.strictObject({ claim: z.literal('direction'), price: z.enum(['open', 'close']), way: waySchema }),
  z.strictObject({ claim: z.literal('role'), figure: figureSchema }),
  z.strictObject({
    claim: z.literal('comparison'),
    left: figureSchema,
    is: z.enum(['above', 'below']),
    right: figureSchema,
  }),
  z.strictObject({
    claim: z.literal('extreme'),
    price: z.enum(['open', 'high', 'low', 'close']),
    which: z.enum(['highest', 'lowest']),
    bars: z.int().check(z.gte(3), z.lte(5000)),
  }),
  z.strictObject({
    claim: z.literal('streak'),
    way: waySchema,
    length: z.int().check(z.gte(2), z.lte(500)),
  }),
  z.strictObject({
    claim: z.literal('first_since'),
    what: z.enum(['highest_close', 'lowest_close', 'largest_rise', 'largest_fall']),
    since: z.iso.datetime(),
  }),
  z.strictObject({ claim: z.literal('context'), fact: z.enum(CONTEXT_FACTS) }),
]);
export type Claim = z.infer<typeof claimSchema>;

/** Values that free words may hold: names, and when. Figures are in claims only. */
export const FREE_SLOTS = ['name', 'symbol', 'brand', 'when', 'bars'] as const;
export type FreeSlot = (typeof FREE_SLOTS)[number];

const partSchema = z.union([
  z.strictObject({ words: z.string().check(z.minLength(1), z.maxLength(600)) }),
  z.strictObject({ slot: z.enum(FREE_SLOTS) }),
  claimSchema,
]);
export type Part = z.infer<typeof partSchema>;

const lineSchema = z.array(partSchema).check(z.minLength(1), z.maxLength(12));
const paragraphSchema = z.array(partSchema).check(z.minLength(1), z.maxLength(40));

/** What a writer answers: free words, slots and claims. Code fills the slots and words the claims. */
export const answerSchema = z.strictObject({
  headline: lineSchema,
  summary: paragraphSchema,
  paragraphs: z.array(paragraphSchema).check(z.maxLength(8)),
});
export type Answer = z.infer<typeof answerSchema>;
