import type { ComposedWords } from '#src/shared/composed.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { paragraphsOf, plain, type Slot } from '#src/shared/content/text.ts';
import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import { checkDocument } from '../check-document.ts';
import { disclaimersOf } from '../disclaimers.ts';
import { externalData, marketData } from '../document-data.ts';
import { externalSlots } from '../external-writer.ts';
import { LEXICONS } from '../languages/registry.ts';
import { type BrandRow, lookOf } from '../look.ts';
import { MARKET_SLOTS } from '../market-slots.ts';
import { readSlot, type SlotReader, type SlotSource } from '../slot-reader.ts';
import { fillSlots } from '../slots.ts';
import { type AlertInput, groundOf, WriterError } from '../writer.ts';
import { filledText } from './parts.ts';

type Composing = { brand: BrandRow; words: ComposedWords; language: Language };

const NAMED = (read: SlotReader, sources: Readonly<Record<string, SlotSource>>): Record<string, Slot> =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([name, source]) => {
      const slot = readSlot(read, ...source);
      return slot ? [[name, slot]] : [];
    }),
  );

/** The author’s words about a symbol, with the figures that they name. @throws WriterError where a figure doesn’t hold */
export function writeComposedOnMarket(
  { words, brand, language }: Composing,
  input: AlertInput,
  chart: boolean,
): AlertDocument {
  const ground = groundOf(input, language);
  const slots = NAMED(ground.read, MARKET_SLOTS);
  const body = bodyOf(words, ground.read);
  const percent = input.evidence.figures['change_pct'] ?? 0;
  const document: AlertDocument = {
    ...frame(brand, language),
    ...body,
    // A chart has a direction; without one, none is drawn.
    direction: chart ? (percent >= 0 ? 'up' : 'down') : null,
    title: body.headline,
    dateline: fillSlots('{{symbol}} · {{when_short}} · {{bars}}', slots),
    chart: chart
      ? { description: [slots['name'] ?? slots['symbol'] ?? ''], picture: null, problem: null }
      : null,
    data: marketData(input),
  };
  const check = checkDocument(document, ground);
  if (!check.ok) throw new WriterError(`The figure "${check.figure}" is not in the evidence.`);
  return document;
}

/** The author’s words about no symbol: every figure in them is the author’s. */
export function writeComposedFreely(
  { words, brand, language }: Composing,
  about: string,
  evidence: ExternalEvidence,
): AlertDocument {
  const read = externalSlots({ brand, rule: '', about, evidence }, language);
  const slots = NAMED(read, { about: ['symbol', 'about', 'line'], day: ['date', 'said.at', 'day'] });
  const body = bodyOf(words, read);
  return {
    ...frame(brand, language),
    ...body,
    direction: null,
    title: body.headline,
    dateline: fillSlots('{{about}} · {{day}}', slots),
    chart: null,
    data: externalData(about, evidence),
  };
}

function bodyOf(words: ComposedWords, read: SlotReader) {
  const [summary = [], ...more] = [words.summary, ...words.paragraphs].flatMap((text) =>
    paragraphsOf(filledText(text, read)),
  );
  const headline = filledText(words.headline, read);
  if (plain(headline).trim() === '' || plain(summary).trim() === '')
    throw new WriterError('An alert has a headline and a summary.');
  return { headline, summary, blocks: more.map((text) => ({ kind: 'paragraph' as const, text })) };
}

const frame = (brand: BrandRow, language: Language) => ({
  version: 1 as const,
  language,
  look: lookOf(brand),
  figure: null,
  notice: null,
  table: [],
  callToAction: null,
  disclaimers: disclaimersOf(brand, { about: 'market', language, ours: LEXICONS[language].disclaimer }),
});
