import type { Context, ContextFact } from '#src/shared/content/context.ts';
import { type Text, tidyText } from '#src/shared/content/text.ts';
import type { Timeframe } from '#src/shared/market.ts';
import type { ContextWords, Shapes } from '../languages/lexicon.ts';
import { readSlot, type SlotReader } from '../slot-reader.ts';
import { fillSlots } from '../slots.ts';
import { LONG, neverCloses } from '../when.ts';
import { CONTEXT_SLOTS } from './slots.ts';

type Said = { timeframe: Timeframe; timeZone: string; read: SlotReader; words: ContextWords };

function sentenceOf(fact: ContextFact, words: ContextWords): Shapes {
  switch (fact.fact) {
    case 'largest_since':
      return fact.since === null ? words.largestKnown[fact.way] : words.largestSince[fact.way];
    case 'streak':
      return words.streak[fact.way];
    case 'year_extreme':
      return words.yearExtreme[fact.side];
    case 'year_distance':
      return words.yearDistance[fact.side];
    case 'followed':
      return words.followed[fact.way];
  }
}

/** Of each fact of the context, its sentence in every shape. It says nothing else. */
export function contextSentences({ facts }: Context, { timeframe, timeZone, read, words }: Said): Text[][] {
  const unit = LONG[timeframe]?.of ?? (neverCloses(timeZone) ? 'day' : 'session');
  const slots = Object.fromEntries(
    Object.entries(CONTEXT_SLOTS).flatMap(([name, source]) => {
      const slot = readSlot(read, ...source);
      return slot ? [[name, slot]] : [];
    }),
  );
  return facts.map((fact) =>
    sentenceOf(fact, words).map((shape) => fillSlots(shape, { ...slots, ...words.units[unit] })),
  );
}

/** Sentences as one paragraph. */
export const joined = (sentences: readonly Text[], { between }: Pick<ContextWords, 'between'>): Text =>
  tidyText(sentences.flatMap((sentence, at) => (at === 0 ? sentence : [between, ...sentence])));
