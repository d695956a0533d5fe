import type { WordReason } from '../reasons.ts';

/**
 * The words that a language may not use freely, by reason, separated by commas and without accents: `word` is the word
 * itself, `stem*` begins with it, `*ending` ends with it, `*part*` has it inside; with spaces it is a phrase, whose first
 * word is whole. `innocent` words pass although a stem or part fits; `own` ones although they are refused elsewhere.
 * In Japanese an entry is a piece of text, and `innocent` is looked for first.
 */
export type Lexicon = Readonly<Record<WordReason, string>> & {
  readonly innocent: string;
  readonly own: string;
  /** Words without which no sentence of the language does for long. */
  readonly common: string;
  /** Single letters that are words. */
  readonly letters: string;
};
