import { oneLine } from '#src/platform/mail/plain.ts';
import type { Claim, FigureName, Language } from '#src/shared/content/answer.ts';
import { inMarks } from '#src/shared/content/marks.ts';
import type { ContextFact } from '#src/shared/content/context.ts';
import type { Slot, Text } from '#src/shared/content/text.ts';
import { formatSize } from '#src/shared/figures.ts';
import { fillSlots } from '../slots.ts';
import { contextSlots } from '../context/slots.ts';
import { contextSentences } from '../context/words.ts';
import { LEXICONS } from '../languages/registry.ts';
import { placesOf } from '../market-slots.ts';
import { type Facts, figureOf, figureReader } from './facts.ts';
import { barMoment, whenPhrase } from './moments.ts';
import { WORDINGS } from './wordings/registry.ts';
import type { Wording } from './wordings/wording.ts';

/** All wordings of a claim in a language: as sentences, and as headlines without a full stop. */
export type Worded = { sentences: Text[]; headlines: Text[] };

type Values = Record<string, string | Slot>;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The words for a claim that `checkClaim` found true. Throws RangeError for a figure that the evidence doesn't hold. */
export function wordClaim(claim: Claim, facts: Facts, language: Language): Worded {
  // They lean on what happened, so none is a headline.
  if (claim.claim === 'context') return { sentences: historyOf(claim.fact, facts, language), headlines: [] };
  const wording = WORDINGS[language];
  const values = { name: nameSlot(facts), ...valuesOf(claim, facts, language, wording) };
  const fill = (template: string): Text => opened(fillSlots(template, values), language);
  return {
    sentences: wording.sentences[claim.claim].map(fill),
    headlines: wording.headlines[claim.claim].map(fill),
  };
}

/** What the event's history says of one fact, as the built-in writer says it. */
function historyOf(
  wanted: ContextFact['fact'],
  { context, evidence, priceDecimals, formats, timeframe, timeZone }: Facts,
  language: Language,
): Text[] {
  const facts = context?.facts.filter(({ fact }) => fact === wanted) ?? [];
  if (!context || facts.length === 0) throw new RangeError(`The history doesn't say ${wanted}.`);
  const read = contextSlots(context, placesOf(evidence, priceDecimals), language, {
    timeframe,
    timeZone,
    formats,
  });
  const words = LEXICONS[language].context;
  return contextSentences({ ...context, facts }, { timeframe, timeZone, read, words }).flat();
}

/** A sentence begins with a capital. */
function opened(text: Text, language: Language): Text {
  const [first, ...rest] = text;
  return language !== 'ja' && typeof first === 'string' ? [capital(first), ...rest] : text;
}

const nameSlot = ({ name }: Facts): Slot => ({
  slot: 'name',
  of: 'instrument.name',
  as: 'text',
  text: oneLine(name, 80),
});

const isLive = ({ evidence }: Facts): boolean => evidence.until !== undefined;

function valuesOf(
  claim: Exclude<Claim, { claim: 'context' }>,
  facts: Facts,
  language: Language,
  wording: Wording,
): Values {
  const slot = (name: FigureName): Slot => figureSlot(facts, name, language);
  const named = (name: FigureName) =>
    name === 'close' && isLive(facts) ? wording.live : wording.figures[name];
  const subject = (name: FigureName) => ({ left: named(name)[0], subject: capital(named(name)[0]) });
  const when = (whole: boolean): Slot => ({
    slot: 'date',
    of: 'bar.time',
    as: whole ? 'bar' : 'phrase',
    text: whenPhrase(facts, language, whole),
  });
  const period = { bars: barsSlot(facts, language) };
  switch (claim.claim) {
    case 'move':
    case 'direction': {
      const atOpen = claim.price === 'open';
      return {
        ...wording.ways[claim.way],
        closed: wording.closed[atOpen ? 'open' : isLive(facts) ? 'live' : 'close'],
        when: when(atOpen),
        value: slot(claim.price),
        previous: slot('previous_close'),
        size: sizeSlot(facts, claim.price, language),
      };
    }
    case 'role':
      return { ...subject(claim.figure), value: slot(claim.figure) };
    case 'comparison':
      return {
        ...subject(claim.left),
        right: named(claim.right)[1],
        above: wording.sides[claim.is],
        value: slot(claim.left),
        other: slot(claim.right),
      };
    case 'extreme': {
      const price = claim.price === 'close' && isLive(facts) ? 'live' : claim.price;
      return {
        ...period,
        extreme: wording.extremes[price][claim.which],
        count: countSlot(claim.bars, facts, language),
        value: slot(claim.price),
      };
    }
    case 'streak':
      return {
        ...period,
        ...wording.ways[claim.way],
        closed: wording.closed[isLive(facts) ? 'live' : 'close'],
        count: countSlot(claim.length, facts, language),
      };
    case 'first_since':
      return {
        extreme: wording.since[claim.what],
        since: {
          slot: 'date',
          of: `since.${claim.since}`,
          as: 'moment',
          text: barMoment(claim.since, facts, language),
        },
      };
  }
}

function figureSlot(facts: Facts, name: FigureName, language: Language): Slot {
  const figure = figureOf(facts, name);
  const [slot = 'figure', of = '', as = ''] = figure?.source ?? [];
  const text = figureReader(facts, language)({ of, as });
  if (text === null) throw new RangeError(`The evidence has no figure ${name}.`);
  return { slot, of, as, text };
}

/** The change from the previous close, without its sign. */
function sizeSlot(facts: Facts, price: 'open' | 'close', language: Language): Slot {
  const [previous, bar] = facts.evidence.bars.slice(-2);
  const percent = (Number(bar?.[price]) / Number(previous?.close) - 1) * 100;
  const text = inMarks(formatSize(percent), language, facts.formats);
  return { slot: 'figure', of: `change.${price}`, as: 'size', text };
}

const countSlot = (count: number, { formats }: Facts, language: Language): Slot => ({
  slot: 'figure',
  of: 'count',
  as: 'whole',
  text: inMarks(count.toLocaleString('en-US'), language, formats),
});

/** "daily bars". */
export const barsSlot = ({ timeframe }: Facts, language: Language): Slot => ({
  slot: 'period',
  of: 'timeframe',
  as: 'bars',
  text: LEXICONS[language].time.bars[timeframe],
});
