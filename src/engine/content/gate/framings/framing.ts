/**
 * The sentences that free words of a language may be, as patterns: `(a|b)` is one of them, `[a]` may be left out, `<a>`
 * is a group of the language, `{name}` a slot. Commas stand where one may be; they change nothing.
 *
 * They speak of the alert, its chart and table, its rule and its sender. Whatever is put together from them says nothing
 * of which way a price moved, why, what comes next, what to do, or of anything but the event's own instrument. None
 * denies, doubts, counts, compares or asks.
 */
export type Framings = {
  /** A group may name those above it. `us` is who sends the alert; a brand's own words are in it as well. */
  readonly groups: Readonly<Record<string, string>>;
  /** Without their full stop. */
  readonly sentences: readonly string[];
  /** What only a headline may be. */
  readonly headlines: readonly string[];
  /** What may end in a colon ahead of a claim. None where a claim behind a colon would begin in lower case. */
  readonly leadIns: readonly string[];
  /** Some of the sentences as a writer would write them. */
  readonly examples: readonly string[];
  /**
   * What the block lists refuse elsewhere and is harmless in these sentences, folded and separated by commas: read a word
   * in every sentence that has it before it goes here.
   */
  readonly reviewed: string;
};
