import type { Language } from '#src/shared/content/answer.ts';
import type { Evidence } from '#src/shared/market.ts';
import type { Slot } from '#src/shared/content/text.ts';
import type { FactName } from '#src/shared/external/evidence.ts';
import type { Placeholder } from '#src/shared/rules/message.ts';
import type { Ground } from '../check-document.ts';
import { valuesOf } from '../custom-message.ts';
import { LEXICONS } from '../languages/registry.ts';
import { type ExternalInput, externalSlots } from '../external-writer.ts';
import { readSlot, type SlotSource } from '../slot-reader.ts';
import { type AlertInput, groundOf } from '../writer.ts';
import type { TemplateGround } from './apply.ts';

/** What templates say about a market event is read from. */
export function marketGround(
  input: AlertInput,
  language: Language = 'en',
  ground: Ground = groundOf(input, language),
): TemplateGround {
  const { detector, evidence } = input;
  return {
    ...ground,
    kind: isRule(evidence, detector) ? 'rule' : 'market',
    valueOf: valuesOf({ detector, evidence, read: ground.read, language }),
  };
}

const isRule = ({ rule }: Evidence, detector: string): boolean => detector === 'rule' || rule !== undefined;

/** The facts that stand for placeholders, where a sender gave them. */
const FACT_OF: Readonly<Record<string, FactName>> = {
  exchange: 'exchange',
  open: 'open',
  high: 'high',
  low: 'low',
  close: 'close',
  volume: 'volume',
  interval: 'interval',
  time: 'time',
  'syminfo.currency': 'currency',
};
const SOURCES: Readonly<Record<string, readonly SlotSource[]>> = {
  ticker: [
    ['symbol', 'facts.ticker', 'headline'],
    ['symbol', 'about', 'line'],
  ],
  time: [['date', 'said.at', 'moment']],
  timenow: [['date', 'said.at', 'moment']],
};

/** The same about what others said: each value as they said it. */
export function externalGround(input: ExternalInput, language: Language = 'en'): TemplateGround {
  const read = externalSlots(input, language);
  const { from } = input.evidence.said;
  return {
    read,
    evidence: null,
    language,
    formats: input.brand.formats,
    kind: from === 'composed' ? 'news' : from,
    valueOf: (name: Placeholder) => {
      const fact = FACT_OF[name];
      const sources: readonly SlotSource[] = [
        ...(fact ? [['quote', `facts.${fact}`, 'headline'] as const] : []),
        ...(SOURCES[name] ?? []),
      ];
      for (const source of sources) {
        const slot: Slot | null = readSlot(read, ...source);
        if (slot) return slot;
      }
      return LEXICONS[language].notKnown;
    },
  };
}
