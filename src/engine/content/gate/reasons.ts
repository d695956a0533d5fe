/**
 * Why something is refused: the stable code and its sentence. A code never changes its meaning once released. The codes
 * of `WORD_REASONS` come from lexicons, the others from code.
 */
export const WORD_REASONS = {
  number_word: 'A number in words can’t be traced to the evidence.',
  fraction_or_multiple: 'A fraction or multiple can’t be traced to the evidence.',
  ordinal: 'An ordinal number can’t be traced to the evidence.',
  quantity: 'An amount such as “several” or “most” can’t be traced to the evidence.',
  unit: 'A unit or currency belongs beside a figure of the evidence.',
  time: 'This date, time or window can’t be traced to the evidence.',
  direction: 'Only a checked claim may say which way a price moved.',
  extreme: 'Only a checked claim may say that something is high, low or large.',
  comparison: 'Only a checked claim may compare.',
  advice: 'An alert gives no advice.',
  forecast: 'An alert makes no forecast and no promise.',
  negation: 'Words that deny or doubt could turn a claim around.',
  cause: 'The evidence doesn’t say why a price moved.',
  name: 'Only the event’s own instrument and the brand may be named.',
  instruction: 'An alert gives no instructions, to readers or to programs.',
  link: 'A text holds no link, address, handle or phone number.',
} as const;
export type WordReason = keyof typeof WORD_REASONS;

export const REASONS = {
  ...WORD_REASONS,
  vocabulary: 'Words around claims are allowed sentences. None of them has this word.',
  framing: 'Words around claims are allowed sentences. This isn’t one of them.',
  figure: 'This figure can’t be traced to the evidence.',
  figure_elsewhere: 'The evidence holds this figure. Whether it is what this sentence says can’t be checked.',
  markup: 'A text holds no markup and no template syntax.',
  symbol: 'Symbols, emoji and arrows can’t be checked.',
  hidden_character: 'Invisible, combining or look-alike characters aren’t allowed.',
  foreign_script: 'This letter isn’t part of the language’s writing.',
  spelling: 'This spelling hides what the word says.',
  foreign_language: 'This sentence isn’t in the language of the alert.',
  forbidden_word: 'The brand doesn’t use this word.',
  too_long: 'The text is too long to check.',
  structure: 'Claims are whole sentences, and so are the words between them.',
  unknown_slot: 'The event has no value for this slot.',
  claim_unknown: 'The evidence doesn’t hold what this claim is about.',
  claim_untrue: 'The evidence says otherwise.',
  malformed_answer: 'The answer doesn’t match the schema.',
} as const;
export type Reason = keyof typeof REASONS;
