import { DateTime } from 'luxon';
import { oneLine } from '#src/platform/mail/plain.ts';
import { entryOf } from '#src/shared/calendar/entry.ts';
import { askedSchema } from '#src/shared/calendar/rule.ts';
import { headlineOf } from '#src/shared/calendar/say.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain, type Slot, type Text } from '#src/shared/content/text.ts';
import {
  FACT_NAMES,
  FACTS,
  type ExternalEvidence,
  type ExternalKind,
} from '#src/shared/external/evidence.ts';
import { checkDocument } from './check-document.ts';
import { disclaimersOf } from './disclaimers.ts';
import { type BrandRow, lookOf } from './look.ts';
import { readSlot, type SlotReader, type SlotSource } from './slot-reader.ts';
import { fillSlots } from './slots.ts';
import { WriterError } from './writer.ts';

export type ExternalInput = {
  brand: BrandRow;
  rule: string;
  about: string;
  evidence: ExternalEvidence;
};

type Words = {
  /** What stands where nothing was said that could. */
  headline: (evidence: ExternalEvidence) => string;
  lead: (evidence: ExternalEvidence) => string;
  /** Behind the lead: whose figures these are. */
  caution: string;
  /** What the dateline calls it. */
  name: string;
  /** What the moment in its evidence is called. */
  came: string;
};

const HEADLINE_MAX = 120;
const NAME_MAX = 80;

const WORDS: Record<ExternalKind, Words> = {
  webhook: {
    name: 'webhook',
    came: 'Came',
    headline: ({ facts: { ticker, action, close } }) => {
      if (ticker === undefined) return '{{rule}}';
      return `{{ticker}}${action === undefined ? '' : ': {{action}}'}${close === undefined ? '' : ' at {{close}}'}`;
    },
    lead: () => 'A call came to the webhook of the rule “{{rule}}” on {{when}}.',
    caution: 'What it says is its sender’s, and was not compared with market data.',
  },
  news: {
    name: 'news',
    came: 'Came',
    headline: () => '{{rule}}',
    lead: () => '{{by}} published this; it was read on {{when}} and matches the rule “{{rule}}”.',
    caution: 'What it says is its publisher’s, and was not checked.',
  },
  calendar: {
    name: 'calendar',
    came: 'Told',
    headline: (evidence) => (calendarHeadline(evidence) === null ? '{{rule}}' : '{{calendar_headline}}'),
    lead: ({ other }) =>
      other['occasion'] === 'released'
        ? 'The calendar “{{by}}” tells the figure; it was read by {{when}} and matches the rule “{{rule}}”.'
        : 'A reminder of the rule “{{rule}}”, from the calendar “{{by}}”.',
    caution: 'Times and figures are the calendar’s, and were not checked.',
  },
};

function calendarHeadline({ said, asked }: ExternalEvidence): string | null {
  const entry = entryOf(said.body);
  const { data } = askedSchema.safeParse(asked);
  return entry && data ? headlineOf(entry, data.occasion, new Date(said.at)) : null;
}

/** What the slots of an external alert are read from: what was said, and never a figure of ours. */
export function externalSlots({ brand, rule, about, evidence }: ExternalInput): SlotReader {
  const { said, facts } = evidence;
  const at = DateTime.fromISO(said.at, { zone: 'utc', locale: 'en-GB' });
  if (!at.isValid) throw new WriterError('The evidence does not say when it came.');
  const line = (text: string | null, max = NAME_MAX) => (text === null ? null : oneLine(text, max));
  const fixed: Readonly<Record<string, string | null>> = {
    'brand.name as line': line(brand.name),
    'rule.name as line': line(rule),
    'about as line': line(about),
    'said.by as line': line(said.by),
    'said.at as moment': at.toFormat("cccc, d LLLL yyyy 'at' HH:mm:ss 'UTC'"),
    'said.at as day': at.toFormat('d LLL yyyy'),
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
 * Writes an external alert: what was said, word for word, and who said it. Nothing in it is a figure of
 * ours. Throws WriterError for a figure that was not said.
 */
export function writeExternal(input: ExternalInput, language: Language): AlertDocument {
  const { evidence } = input;
  const words = WORDS[evidence.said.from];
  const read = externalSlots(input);
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
  for (const name of ['ticker', 'action', 'close']) put(name, 'quote', `facts.${name}`, 'headline');
  const { title, message } = evidence.facts;
  const told = title === undefined ? 'message' : 'title';
  const headline: Text =
    title === undefined && message === undefined
      ? fillSlots(words.headline(evidence), slots)
      : put('told', 'quote', `facts.${told}`, 'headline');
  const facts = FACT_NAMES.flatMap((name) => {
    const value = readSlot(read, 'quote', `facts.${name}`, 'text');
    if (!value || value.text === plain(headline)) return [];
    const isMessage = name === 'message';
    return [{ label: [FACTS[name]], value: isMessage ? ['“', value, '”'] : [value], words: isMessage }];
  });
  const document: AlertDocument = {
    version: 1,
    language,
    look: lookOf(input.brand),
    direction: null,
    title: headline,
    dateline: fillSlots(`{{about}} · {{day}} · ${words.name}`, slots),
    headline,
    figure: null,
    notice: null,
    summary: fillSlots(`${words.lead(evidence)} ${words.caution}`, slots),
    blocks: [],
    table: [
      ...facts,
      { label: [words.came], value: fillSlots('{{when}}', slots), words: false },
      { label: ['Rule'], value: fillSlots('{{rule}}', slots), words: true },
    ],
    chart: null,
    callToAction: null,
    disclaimers: disclaimersOf(input.brand, { about: evidence.said.from, language: 'en' }),
  };
  const check = checkDocument(document, { read, evidence: null });
  if (!check.ok) throw new WriterError(`The figure "${check.figure}" was not said.`);
  return document;
}
