import type { Language } from '#src/shared/content/answer.ts';
import type { TemplateGround } from '../content/templates/apply.ts';
import { externalGround, marketGround } from '../content/templates/event-ground.ts';
import { type Draft, externalInput } from './compose.ts';
import { marketInput } from './market-input.ts';

/**
 * What a template is filled from once more, for a document in other words: `values` are those that the document has
 * already, and stay as they are. @throws WriterError
 */
export function groundAgain(draft: Draft, language: Language, values: ReadonlySet<unknown>): TemplateGround {
  const { instrument, event } = draft;
  const isExternal = !instrument || event.timeframe === null || 'said' in event.evidence;
  const ground = isExternal
    ? externalGround(externalInput(draft), language)
    : marketGround(marketInput(draft, instrument), language);
  return {
    ...ground,
    evidence: null,
    read: (slot) => (values.has(slot) && 'text' in slot ? String(slot.text) : ground.read(slot)),
  };
}
