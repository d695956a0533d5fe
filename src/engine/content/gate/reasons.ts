/**
 * Why something is refused: the stable code and its sentence. A code never changes its meaning once released. The codes
 * of `WORD_REASONS` come from lexicons, the others from code.
 */
export const WORD_REASONS = {
  number_word: 'Numbers in words belong in a claim, where code writes the figure.',
  fraction_or_multiple: 'Fractions and multiples can’t be checked in free words.',
  ordinal: 'Ordinal numbers can’t be checked in free words. Use a streak or first-since claim.',
  quantity: 'Amounts such as “several” or “most” can’t be checked in free words.',
  unit: 'Units and currencies stand only beside figures that code writes.',
  time: 'Dates, times and windows come from slots and claims.',
  direction: 'Say which way a price moved as a claim, so that it can be checked.',
  extreme: 'Highs, lows and strong words of degree can’t be checked in free words. Use an extreme claim.',
  comparison: 'Comparisons can’t be checked in free words. Use a comparison claim.',
  advice: 'An alert gives no advice.',
  forecast: 'An alert makes no forecast and no promise.',
  negation: 'Free words that deny or doubt could turn a claim around.',
  cause: 'The evidence doesn’t say why a price moved.',
  name: 'Names come from slots. Free words name nobody and nothing.',
  instruction: 'Free words give no instructions, to readers or to programs.',
  link: 'Free words hold no link, address, handle or phone number.',
} as const;
export type WordReason = keyof typeof WORD_REASONS;

export const REASONS = {
  ...WORD_REASONS,
  vocabulary: 'Free words of an answer are made of allowed sentences. None of them has this word.',
  framing: 'Free words of an answer are made of allowed sentences. This isn’t one of them.',
  figure: 'Figures come only from claims and slots. This one can’t be traced to the evidence.',
  figure_elsewhere:
    'The evidence holds this figure. Whether it is what this sentence says can only be checked in a claim’s own words.',
  markup: 'Free words hold no markup and no template syntax.',
  symbol: 'Symbols, emoji and arrows can’t be checked.',
  hidden_character: 'Invisible, combining or look-alike characters aren’t allowed.',
  foreign_script: 'This letter isn’t part of the language’s writing.',
  spelling: 'This spelling hides what the word says.',
  foreign_language: 'This sentence isn’t in the language of the alert.',
  forbidden_word: 'The brand doesn’t use this word.',
  too_long: 'The text is too long to check.',
  structure: 'Claims are whole sentences. Free words between them must be whole sentences too.',
  unknown_slot: 'The event has no value for this slot.',
  claim_unknown: 'The evidence doesn’t hold what this claim is about.',
  claim_untrue: 'The evidence says otherwise.',
  malformed_answer: 'The answer doesn’t match the schema.',
} as const;
export type Reason = keyof typeof REASONS;
