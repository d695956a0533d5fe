import { nodeText, type Text, type TextNode } from '#src/shared/content/text.ts';
import type { Evidence } from '#src/shared/market.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { MARKET_SLOTS } from './market-slots.ts';
import { readSlot, type SlotReader, type SlotSource } from './slot-reader.ts';
import { fillSlots } from './slots.ts';
import type { Story } from './story.ts';

export type StorySlots = Record<string, TextNode | readonly TextNode[]>;
type Told = { story: Story; read: SlotReader; lexicon: Lexicon };

/** Every slot that a template about an event may name, filled from the evidence. */
export function storySlots(
  evidence: Evidence,
  { story, read, lexicon }: Told,
  fill: (slots: StorySlots, template: string) => Text = (slots, template) => fillSlots(template, slots),
): StorySlots {
  const isOpen = evidence.until !== undefined;
  const slots: StorySlots = {};
  const put = (name: string, ...source: SlotSource): void => {
    const slot = readSlot(read, ...source);
    if (slot) slots[name] = slot;
  };
  for (const key of Object.keys(evidence.figures))
    put(key, 'figure', `figures.${key}`, key.endsWith('_pct') ? 'change' : 'figure');
  for (const key of Object.keys(evidence.params)) put(key, 'figure', `params.${key}`, 'param');
  for (const [name, source] of Object.entries<SlotSource>(MARKET_SLOTS)) put(name, ...source);
  put('size_pct', 'figure', `figures.${story.figure}`, 'size');
  const { name = '', symbol = '' } = slots;
  const [called, ticker] = [name, symbol].flat().map(nodeText);
  const { label: _, ...bar } = isOpen ? lexicon.bar.live : lexicon.bar.over;
  Object.assign(slots, bar, lexicon.ways[story.direction(evidence) >= 0 ? 'up' : 'down'], {
    instrument: called === ticker ? name : fill(slots, lexicon.instrument),
    at_the_time: isOpen ? fill(slots, lexicon.atTheTime) : '',
  });
  for (const key of Object.keys(story.phrases)) put(key, 'quote', `phrases.${key}`, 'text');
  for (const [slot, key] of Object.entries(story.figures)) put(slot, 'figure', `figures.${key}`, 'figure');
  return { ...slots, rule: fill(slots, story.words.rule) };
}
