import { DateTime } from 'luxon';
import { oneLine } from '#src/platform/mail/plain.ts';
import { entryOf } from '#src/shared/calendar/entry.ts';
import { askedSchema } from '#src/shared/calendar/rule.ts';
import { headlineOf } from '#src/shared/calendar/say.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain, type Slot, type Text } from '#src/shared/content/text.ts';
import { FACT_NAMES, type ExternalEvidence, type ExternalKind } from '#src/shared/external/evidence.ts';
import { checkDocument } from './check-document.ts';
import { disclaimersOf } from './disclaimers.ts';
import { externalData } from './document-data.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { LEXICONS } from './languages/registry.ts';
import { timeWords } from './languages/time-words.ts';
import { avoidedBy, fromShape, leastAvoided } from './least-avoided.ts';
import { type BrandRow, lookOf } from './look.ts';
import { readSlot, type SlotReader, type SlotSource } from './slot-reader.ts';
import { fillSlots } from './slots.ts';
import { inFormat } from './when.ts';
import { WriterError } from './writer.ts';

export type ExternalInput = {
  brand: BrandRow;
  rule: string;
  about: string;
  evidence: ExternalEvidence;
  /** As in AlertInput. */
  shape?: number;
};

const HEADLINE_MAX = 120;
const NAME_MAX = 80;

/** What stands where nothing was said that could. */
function headlineTemplate(evidence: ExternalEvidence, language: Language): string {
  const { facts, said, other } = evidence;
  const { headlines, calls } = LEXICONS[language].external;
  if (said.from === 'news') return '{{rule}}';
  if (said.from === 'webhook') {
    if (facts['ticker'] === undefined) return '{{rule}}';
    if (facts['action'] === undefined) return facts['close'] === undefined ? calls.none : calls.price;
    return facts['close'] === undefined ? calls.action : calls.both;
  }
  if (language === 'en') return calendarHeadline(evidence) === null ? '{{rule}}' : '{{calendar_headline}}';
  if (facts['event'] === undefined) return '{{rule}}';
  if (other['occasion'] !== 'released' || facts['actual'] === undefined) return headlines.reminder;
  return facts['forecast'] === undefined ? headlines.released : headlines.forecast;
}

/** Which of the leads it has. */
const leadOf = (from: ExternalKind, { other }: ExternalEvidence): keyof Lexicon['external']['leads'] => {
  if (from !== 'calendar') return from;
  return other['occasion'] === 'released' ? 'released' : 'reminder';
};

function calendarHeadline({ said, asked }: ExternalEvidence): string | null {
  const entry = entryOf(said.body);
  const { data } = askedSchema.safeParse(asked);
  return entry && data ? headlineOf(entry, data.occasion, new Date(said.at)) : null;
}

/** What the slots of an external alert are read from: what was said, and never a figure of ours. */
export function externalSlots(
  { brand, rule, about, evidence }: ExternalInput,
  language: Language = 'en',
): SlotReader {
  const time = timeWords(language, brand.formats);
  const { said, facts } = evidence;
  const at = DateTime.fromISO(said.at, { zone: 'utc' });
  if (!at.isValid) throw new WriterError('The evidence does not say when it came.');
  const line = (text: string | null, max = NAME_MAX) => (text === null ? null : oneLine(text, max));
  const fixed: Readonly<Record<string, string | null>> = {
    'brand.name as line': line(brand.name),
    'rule.name as line': line(rule),
    'about as line': line(about),
    'said.by as line': line(said.by),
    'said.at as moment': inFormat(at, time.moment, time),
    'said.at as day': inFormat(at, time.short, time),
    'said.body as headline': said.from === 'calendar' ? line(calendarHeadline(evidence), HEADLINE_MAX) : null,
  };
  return ({ of, as }) => {
    const key = `${of} as ${as}`;
    if (Object.hasOwn(fixed, key)) return fixed[key] ?? null;
    const name = of.replace(/^facts\./, '');
    const fact = name !== of && Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (fact === undefined) return null;
    if (as === 'headline') return line(fact, HEADLINE_MAX);
    return as === 'text' ? fact : null;
  };
}

/**
 * Writes an external alert in one language: what was said, word for word, and who said it. Nothing in it is a figure of
 * ours. Throws WriterError for a figure that was not said.
 */
export function writeExternal(input: ExternalInput, language: Language = 'en'): AlertDocument {
  const { evidence, shape = 0 } = input;
  const { external, quotes, disclaimer } = LEXICONS[language];
  const { from } = evidence.said;
  if (from === 'composed') throw new WriterError('A person wrote this alert.');
  const kind = external.kinds[from];
  const read = externalSlots(input, language);
  const slots: Record<string, Slot> = {};
  const put = (name: string, ...source: SlotSource): Slot[] => {
    const slot = readSlot(read, ...source);
    if (slot) slots[name] = slot;
    return slot ? [slot] : [];
  };
  put('rule', 'name', 'rule.name', 'line');
  put('by', 'name', 'said.by', 'line');
  put('about', 'symbol', 'about', 'line');
  put('when', 'date', 'said.at', 'moment');
  put('day', 'date', 'said.at', 'day');
  put('calendar_headline', 'quote', 'said.body', 'headline');
  for (const name of ['ticker', 'action', 'close', 'event', 'actual', 'forecast'])
    put(name, 'quote', `facts.${name}`, 'headline');
  const { title, message } = evidence.facts;
  const told = title === undefined ? 'message' : 'title';
  const headline: Text =
    title === undefined && message === undefined
      ? fillSlots(headlineTemplate(evidence, language), slots)
      : put('told', 'quote', `facts.${told}`, 'headline');
  const facts = FACT_NAMES.flatMap((name) => {
    const value = readSlot(read, 'quote', `facts.${name}`, 'text');
    if (!value || value.text === plain(headline)) return [];
    const isMessage = name === 'message';
    const quoted = isMessage ? [quotes[0], value, quotes[1]] : [value];
    return [{ label: [external.facts[name]], value: quoted, words: isMessage }];
  });
  const leads = external.leads[leadOf(from, evidence)];
  const between = language === 'ja' ? '' : ' ';
  // The notice that it wasn't verified is never left out.
  const summary = leastAvoided(
    [...fromShape(leads, shape).map((lead) => `${lead}${between}`), '{{about}} · {{when}}. '],
    (lead) => fillSlots(`${lead}${kind.caution}`, slots),
    avoidedBy(input.brand, language),
  );
  const document: AlertDocument = {
    version: 1,
    language,
    look: lookOf(input.brand),
    direction: null,
    title: headline,
    dateline: fillSlots(`{{about}} · {{day}} · ${kind.name}`, slots),
    headline,
    figure: null,
    notice: null,
    summary,
    blocks: [],
    table: [
      ...facts,
      { label: [kind.came], value: fillSlots('{{when}}', slots), words: false },
      { label: [external.rule], value: fillSlots('{{rule}}', slots), words: true },
    ],
    chart: null,
    callToAction: null,
    disclaimers: disclaimersOf(input.brand, { about: from, language, ours: disclaimer }),
    data: externalData(input.about, evidence),
  };
  const check = checkDocument(document, {
    read,
    evidence: null,
    language,
    formats: input.brand.formats,
  });
  if (!check.ok) throw new WriterError(`The figure "${check.figure}" was not said.`);
  return document;
}
