import type { AlertFacts } from '../detectors/alert-facts.ts';
import type { EventWords } from './languages/lexicon.ts';
import type { Headlines } from './languages/tones/headlines.ts';

/** What an alert about a detection says in one language, as templates whose slots the evidence fills. */
export type Story = Pick<AlertFacts, 'figure' | 'holds' | 'claims' | 'direction'> & {
  words: EventWords;
  headlines: Headlines;
  /** The figure of the alert and what it is called beside it. */
  change: { label: string; value: string };
  rows: readonly { label: string; value: string; words: boolean }[];
  /** Slots that follow from the evidence, and may hold digits without being figures: what a rule says, a pattern's name. */
  phrases: Readonly<Record<string, string>>;
  /** Further slots: the figures of the evidence that they show. */
  figures: Readonly<Record<string, string>>;
};
