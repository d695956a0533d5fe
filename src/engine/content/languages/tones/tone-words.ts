import type { EventKind } from '../../../detectors/alert-facts.ts';
import type { Shapes } from '../lexicon.ts';

/** Told in the past, from the name on; and noted as a noun phrase, to stand behind a colon. */
export type Told = { told: string; noted: string };

/**
 * What headlines are made of in the tones beside that of a newswire. `rule` and `long` are of a rule in the rule language,
 * `long` where its condition is too long for a headline.
 */
export type ToneWords = {
  kinds: Readonly<Record<EventKind | 'rule' | 'long', Told>>;
  /** What stands around `{{words}}`: those told, those noted, and in a lively tone a newswire's headline. */
  frames: Readonly<Record<'plain' | 'formal' | 'lively', Shapes>>;
};
