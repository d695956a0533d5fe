import type { Language } from '#src/shared/content/answer.ts';
import type { Evidence } from '#src/shared/market.ts';
import { type AlertFacts, CHANGES, ROWS } from '../detectors/alert-facts.ts';
import { findDetector } from '../detectors/registry.ts';
import { LEXICONS } from './languages/registry.ts';
import { headlinesOf } from './languages/tones/headlines.ts';
import { ruleStory } from './rule-words.ts';
import type { Story } from './story.ts';

/** Null for a detector, or a rule, that nothing can be said about. */
export function storyOf(detector: string, evidence: Evidence, language: Language): Story | null {
  if (detector === 'rule') return ruleStory(evidence, language);
  const facts = findDetector(detector)?.alert;
  return facts ? detectorStory(facts, evidence, language) : null;
}

function detectorStory(facts: AlertFacts, evidence: Evidence, language: Language): Story {
  const lexicon = LEXICONS[language];
  const { change, rows, mark, kind } = facts;
  const { candle, session } = facts.named?.(evidence) ?? {};
  const priceLabel = (evidence.until === undefined ? lexicon.bar.over : lexicon.bar.live).label;
  const slot = CHANGES[change];
  return {
    ...facts,
    words: lexicon.events[kind],
    headlines: headlinesOf(kind, lexicon.events[kind].headlines, language),
    change: {
      label: change === 'close' ? priceLabel : lexicon.changes[change],
      value: slot === 'times_the_mean' ? lexicon.timesTheMean : `{{${slot}}}`,
    },
    rows: rows.map((row) => ({
      label: row === 'close' ? priceLabel : lexicon.rows[row],
      value: `{{${ROWS[row]}}}`,
      words: row === 'rule',
    })),
    phrases: {
      ...(candle && { candle: lexicon.candles[candle] }),
      ...(session && { session: lexicon.sessions[session] }),
    },
    figures: mark === undefined ? {} : { mark },
  };
}
