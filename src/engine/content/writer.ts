import type { Language } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { nodeText, paragraphsOf, type Text, type TextNode } from '#src/shared/content/text.ts';
import type { Evidence, EvidenceBar, Timeframe } from '#src/shared/market.ts';
import type { AlertWords } from '../detectors/alert-words.ts';
import { findDetector } from '../detectors/registry.ts';
import { checkDocument, type Ground } from './check-document.ts';
import { disclaimersOf } from './disclaimers.ts';
import { fillOwnWords, type OwnWords } from './custom-message.ts';
import { lookOf, type BrandRow } from './look.ts';
import { MARKET_SLOTS, type MarketFacts, marketSlots } from './market-slots.ts';
import { ruleWords, type RuleWords } from './rule-words.ts';
import { readSlot, type SlotReader, type SlotSource } from './slot-reader.ts';
import { fillSlots } from './slots.ts';
import { barLength } from './when.ts';

const TRIAL_NOTICE =
  'This alert was made from recorded market data. It shows a past event, not the market now.';

export type AlertInput = {
  brand: BrandRow;
  symbol: string;
  /** The instrument's name, such as "S&P 500". */
  name: string;
  /** IANA zone of the instrument's market. */
  timeZone: string;
  /** The instrument's number of price decimals (0 to 15), where it is known. */
  priceDecimals?: number;
  timeframe: Timeframe;
  detector: string;
  /** As in `Detection`: in the detector's unit. */
  value: number;
  evidence: Evidence;
  /** Milliseconds since the epoch, UTC: the start of the detection's bar, or a moment within it. */
  eventTime: number;
  /** A trial run over recorded data: the alert says so. */
  trial: boolean;
  /** The rule's own words, where it has some: they stand instead of headline and lead. */
  own?: OwnWords | null;
};

/** Languages that the writer has words for. */
const WRITTEN: ReadonlySet<Language> = new Set(['en']);

/** Those of a brand's languages that the writer has words for, the main language first. English where it has none. */
export function writtenIn(languages: readonly Language[]): Language[] {
  const known = languages.filter((language) => WRITTEN.has(language));
  return known.length > 0 ? known : ['en'];
}

/** The built-in writer could not write this alert; the message says what in the detection is wrong. */
export class WriterError extends Error {
  override readonly name = 'WriterError';
}

function lastTwo(evidence: Evidence): { previous: EvidenceBar; bar: EvidenceBar } {
  const [previous, bar] = evidence.bars.slice(-2);
  if (!previous || !bar)
    throw new WriterError('The evidence needs the bar of the finding and the one before.');
  return { previous, bar };
}

/** Refuses what does not follow from the evidence's own figures, and a value that is not the evidence's. */
function checkValue(input: AlertInput, words: AlertWords): void {
  const stated = input.evidence.figures[words.figure];
  if (stated === undefined) throw new WriterError(`The evidence has no figure ${words.figure}.`);
  const agrees = Math.abs(stated - input.value) <= 1e-6 * Math.max(1, Math.abs(stated));
  if (!agrees || !words.holds(input.evidence)) {
    throw new WriterError(
      `${words.figure} of ${stated} does not follow from the prices and figures in the evidence.`,
    );
  }
}

function checkTime(input: AlertInput, bar: EvidenceBar): void {
  const late = input.eventTime - Date.parse(bar.time);
  if (!(late >= 0 && late <= barLength(input.timeframe))) {
    throw new WriterError(`The event time does not lie within the bar of ${bar.time}.`);
  }
  const { until } = input.evidence;
  if (until !== undefined && Date.parse(until) !== input.eventTime)
    throw new WriterError(`The bar of ${bar.time} was open at ${until}, and that is not the event time.`);
}

/** Evidence without a figure that the words need is the detection's fault, and no alert. */
function fillFrom(slots: Slots, template: string): Text {
  try {
    return fillSlots(template, slots);
  } catch (error) {
    throw new WriterError(error instanceof Error ? error.message : String(error));
  }
}

type Slots = Record<string, TextNode | readonly TextNode[]>;
type Words = AlertWords & Partial<RuleWords>;

/** Every slot a template may name, filled from the evidence. */
function slotsOf(input: AlertInput, words: Words, read: SlotReader, goesUp: boolean): Slots {
  const { evidence } = input;
  const isOpen = evidence.until !== undefined;
  const slots: Slots = {};
  const put = (name: string, ...source: SlotSource): void => {
    const slot = readSlot(read, ...source);
    if (slot) slots[name] = slot;
  };
  for (const key of Object.keys(evidence.figures))
    put(key, 'figure', `figures.${key}`, key.endsWith('_pct') ? 'change' : 'figure');
  for (const key of Object.keys(evidence.params)) put(key, 'figure', `params.${key}`, 'param');
  for (const [name, source] of Object.entries<SlotSource>(MARKET_SLOTS)) put(name, ...source);
  put('size_pct', 'figure', `figures.${words.figure}`, 'size');
  const { name = '', symbol = '', when_phrase: whenPhrase = '' } = slots;
  const [called, ticker] = [name, symbol].flat().map(nodeText);
  Object.assign(slots, {
    instrument: called === ticker ? name : [name, ' (', symbol, ')'].flat(),
    at_the_time: isOpen ? [' ', whenPhrase].flat() : '',
    closed: isOpen ? 'stood' : 'closed',
    closes: isOpen ? 'stands' : 'closes',
    price_word: isOpen ? 'price' : 'close',
    close_label: isOpen ? 'Price' : 'Close',
    ...(goesUp ? words.up : words.down),
  });
  for (const key of Object.keys(phrasesOf(words, evidence))) put(key, 'quote', `phrases.${key}`, 'text');
  for (const [slot, key] of Object.entries(words.figures ?? {}))
    put(slot, 'figure', `figures.${key}`, 'figure');
  return { ...slots, rule: fillFrom(slots, words.rule) };
}

/** Phrases that may hold digits without being figures: what a rule says, a pattern's name. */
const phrasesOf = (words: Words, evidence: Evidence): Record<string, string> => ({
  ...words.named?.(evidence),
  ...words.slots,
});

function wordsOf({ detector, evidence }: Pick<AlertInput, 'detector' | 'evidence'>): Words | null {
  if (detector === 'rule') return ruleWords(evidence);
  return findDetector(detector)?.alert ?? null;
}

/** What the document of an alert is checked against, and computed again from. */
export function groundOf(input: AlertInput): Ground {
  const { own, evidence } = input;
  const words = wordsOf(input);
  const facts: MarketFacts = {
    ...input,
    brandName: input.brand.name,
    ...(words && { phrases: phrasesOf(words, evidence) }),
    ...(own && { exchange: own.exchange, currency: own.currency, triggeredAt: own.spokeAt }),
  };
  return { read: marketSlots(facts), evidence, priceDecimals: input.priceDecimals };
}

/**
 * Writes an alert without a model, in the tone of a newswire. The date of the event always stands in the
 * text, so recorded data never reads as if it were now. Throws WriterError for a detector it has no words
 * for, evidence that does not bear the change out, or a figure that the fact guard cannot trace.
 */
export function writeAlert(input: AlertInput, language: Language = 'en'): AlertDocument {
  const words = wordsOf(input);
  if (!words) throw new WriterError(`There are no words for the detector "${input.detector}".`);
  checkTime(input, lastTwo(input.evidence).bar);
  checkValue(input, words);
  const ground = groundOf(input);
  const goesUp = words.direction(input.evidence) >= 0;
  const slots = slotsOf(input, words, ground.read, goesUp);
  const fill = (template: string): Text => fillFrom(slots, template);
  const dated = (line: Text): Text =>
    input.trial ? ['Trial run: ', ...line, ' (', ...fill('{{when_short}}'), ')'] : line;
  const headline = fill(words.headline);
  const document: AlertDocument = {
    version: 1,
    language,
    look: lookOf(input.brand),
    direction: goesUp ? 'up' : 'down',
    title: dated(headline),
    dateline: fill('{{symbol}} · {{when_short}} · {{bars}}'),
    headline,
    figure: { label: fill(words.change.label), value: fill(words.change.value) },
    notice: input.trial ? { title: ['Trial run'], text: [TRIAL_NOTICE] } : null,
    summary: fill(words.lead),
    blocks: [],
    table: words.rows.map((row) => ({
      label: fill(row.label),
      value: fill(row.value),
      words: row.words ?? false,
    })),
    chart: {
      description: fill(
        `Price chart of {{name}} in {{bars}}. The last bar, {{when}}, {{closed}} at {{close}} and is marked: ${words.change.label} ${words.change.value}.`,
      ),
      picture: null,
      problem: null,
    },
    callToAction: null,
    disclaimers: disclaimersOf(input.brand, { about: 'market', language: 'en' }),
  };
  // The built-in words are checked even where an author's are sent.
  assertHolds(document, ground);
  const own = input.own ? fillOwnWords(input.own, { ...input, read: ground.read }) : null;
  if (!own?.headline && !own?.text) return document;
  const [summary = [], ...more] = own.text ? paragraphsOf(own.text) : [document.summary];
  const said: AlertDocument = {
    ...document,
    ...(own.headline && { headline: own.headline, title: dated(own.headline) }),
    summary,
    blocks: more.map((text) => ({ kind: 'paragraph', text })),
  };
  assertHolds(said, ground);
  return said;
}

function assertHolds(document: AlertDocument, ground: Ground): void {
  const check = checkDocument(document, ground);
  if (!check.ok) throw new WriterError(`The figure "${check.figure}" is not in the evidence.`);
}
