import type { Language } from '#src/shared/content/answer.ts';
import type { Context } from '#src/shared/content/context.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { paragraphsOf, type Text } from '#src/shared/content/text.ts';
import type { Evidence, EvidenceBar, Timeframe } from '#src/shared/market.ts';
import { checkDocument, type Ground } from './check-document.ts';
import { contextSlots } from './context/slots.ts';
import { contextSentences, joined } from './context/words.ts';
import { disclaimersOf } from './disclaimers.ts';
import { marketData } from './document-data.ts';
import { fillOwnWords, type OwnWords } from './custom-message.ts';
import { checkClaim } from './gate/claims.ts';
import { avoidedBy, type CountAvoided, fromShape, leastAvoided } from './least-avoided.ts';
import { closingsOf } from './languages/closings.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { LEXICONS } from './languages/registry.ts';
import { lookOf, type BrandRow } from './look.ts';
import { type MarketFacts, marketSlots, placesOf } from './market-slots.ts';
import type { SlotReader } from './slot-reader.ts';
import { fillSlots } from './slots.ts';
import type { Story } from './story.ts';
import { storyOf } from './story-of.ts';
import { type StorySlots, storySlots } from './story-slots.ts';
import { barLength } from './when.ts';

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
  /** What its history says, where it does. */
  context?: Context | null;
  /** Which of the shapes of its texts it has, 0 unless given. */
  shape?: number;
  /** The rule's own words, where it has some: they stand instead of headline and lead. */
  own?: OwnWords | null;
  /** What programs are told beside the evidence. */
  exchange?: string | null;
  currency?: string;
  /** Milliseconds since the epoch, UTC. */
  triggeredAt?: number;
};

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
function checkValue(input: AlertInput, story: Story): void {
  const stated = input.evidence.figures[story.figure];
  if (stated === undefined) throw new WriterError(`The evidence has no figure ${story.figure}.`);
  const agrees = Math.abs(stated - input.value) <= 1e-6 * Math.max(1, Math.abs(stated));
  if (!agrees || !story.holds(input.evidence)) {
    throw new WriterError(
      `${story.figure} of ${stated} does not follow from the prices and figures in the evidence.`,
    );
  }
  const untrue = story
    .claims(input.evidence)
    .find((claim) => checkClaim(claim, factsOf(input, story)) === 'untrue');
  if (untrue) throw new WriterError(`The evidence does not bear this out: ${JSON.stringify(untrue)}.`);
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
function fillFrom(slots: StorySlots, template: string): Text {
  try {
    return fillSlots(template, slots);
  } catch (error) {
    throw new WriterError(error instanceof Error ? error.message : String(error));
  }
}

const factsOf = (input: AlertInput, story: Story | null): MarketFacts => ({
  ...input,
  brandName: input.brand.name,
  formats: input.brand.formats,
  ...(story && { phrases: story.phrases }),
  ...(input.own && {
    exchange: input.own.exchange,
    currency: input.own.currency,
    triggeredAt: input.own.spokeAt,
  }),
});

/** What the document of an alert is checked against, and computed again from. */
export function groundOf(input: AlertInput, language: Language = 'en'): Ground {
  const { detector, evidence, priceDecimals, timeframe, timeZone } = input;
  const { formats } = input.brand;
  const facts = factsOf(input, storyOf(detector, evidence, language));
  const read = marketSlots(facts, language);
  if (!input.context) return { read, evidence, priceDecimals, language, formats };
  const bars = { timeframe, timeZone, formats };
  const past = contextSlots(input.context, placesOf(evidence, priceDecimals), language, bars);
  return { read: (slot) => read(slot) ?? past(slot), evidence, priceDecimals, language, formats };
}

/**
 * Writes an alert in one language without a model, its headline and last sentence in the brand's tone. The date of the
 * event is always in the text, so recorded data never reads as if it were live. Throws WriterError for a detector it
 * has no words for, evidence that does not bear the words out, or a figure that the fact guard cannot trace.
 */
export function writeAlert(input: AlertInput, language: Language = 'en'): AlertDocument {
  const lexicon = LEXICONS[language];
  const story = storyOf(input.detector, input.evidence, language);
  if (!story) throw new WriterError(`There are no words for the detector "${input.detector}".`);
  checkTime(input, lastTwo(input.evidence).bar);
  checkValue(input, story);
  const ground = groundOf(input, language);
  const slots = storySlots(input.evidence, { story, read: ground.read, lexicon }, fillFrom);
  const fill = (template: string): Text => fillFrom(slots, template);
  const { trial } = lexicon;
  const dated = (line: Text): Text =>
    input.trial ? [trial.prefix, ...line, ' (', ...fill('{{when_short}}'), ')'] : line;
  const { words, headlines, change } = story;
  const { shape = 0, brand } = input;
  const count = avoidedBy(brand, language);
  const choose = (...templates: string[]): Text => leastAvoided(templates, fill, count);
  // Names, dates and figures alone, for a brand that avoids a word of every sentence.
  const bare = `${change.label} ${change.value}`;
  const inTone = headlines[brand.voice?.tone ?? 'newswire'];
  const headline = choose(
    ...fromShape(inTone, shape),
    ...fromShape(headlines.newswire, shape),
    `{{name}} · ${bare}`,
    '{{name}} · {{when_short}}',
  );
  const label = choose(change.label, '{{symbol}}');
  const value = fill(change.value);
  const lead = choose(
    ...fromShape(words.leads, shape),
    `{{instrument}} · {{when}} · ${bare}`,
    '{{instrument}} · {{when}}',
  );
  const history = historySentences(input, ground.read, lexicon, count);
  const closing = closingSentences(input, language, fill, count);
  const join = (sentences: readonly Text[]): Text => joined(sentences, lexicon.context);
  const document: AlertDocument = {
    version: 1,
    language,
    look: lookOf(brand),
    direction: story.direction(input.evidence) >= 0 ? 'up' : 'down',
    title: dated(headline),
    dateline: choose('{{symbol}} · {{when_short}} · {{bars}}', '{{symbol}} · {{when_short}}'),
    headline,
    figure: { label, value },
    notice: input.trial ? { title: [trial.title], text: [trial.text] } : null,
    // Its last sentence is the brand's.
    summary: history.length === 0 ? join([lead, ...closing]) : lead,
    blocks: history.length === 0 ? [] : [{ kind: 'paragraph', text: join([...history, ...closing]) }],
    table: story.rows
      .map((row) => ({ label: fill(row.label), value: fill(row.value), words: row.words }))
      .filter((row) => count(row.label) === 0 && !(row.words && count(row.value) > 0)),
    chart: {
      description: leastAvoided(
        [lexicon.chart, '{{instrument}} · {{when}}'],
        (template) => fillFrom({ ...slots, label, value }, template),
        count,
      ),
      picture: null,
      problem: null,
    },
    callToAction: null,
    disclaimers: disclaimersOf(brand, { about: 'market', language, ours: lexicon.disclaimer }),
    data: marketData(input),
  };
  // The built-in words are checked even where an author's are sent.
  assertHolds(document, ground);
  const own = input.own
    ? fillOwnWords(input.own, { ...input, read: ground.read, language, formats: brand.formats })
    : null;
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

/** In the brand's tone and person. None where these don't ask for one, or only avoided words could say it. */
const closingSentences = (
  { brand, shape = 0 }: AlertInput,
  language: Language,
  fill: (template: string) => Text,
  count: CountAvoided,
): Text[] =>
  fromShape(closingsOf(brand.voice ?? {}, language) ?? [], shape)
    .map(fill)
    .filter((sentence) => count(sentence) === 0)
    .slice(0, 1);

/** What the event's history says, for a paragraph behind the summary. What only avoided words could say isn't said. */
function historySentences(
  { context, timeframe, timeZone, shape = 0 }: AlertInput,
  read: SlotReader,
  { context: words }: Lexicon,
  count: CountAvoided,
): Text[] {
  if (!context) return [];
  return contextSentences(context, { timeframe, timeZone, read, words }).flatMap((shapes) =>
    fromShape(shapes, shape)
      .filter((sentence) => count(sentence) === 0)
      .slice(0, 1),
  );
}

function assertHolds(document: AlertDocument, ground: Ground): void {
  const check = checkDocument(document, ground);
  if (!check.ok) throw new WriterError(`The figure "${check.figure}" is not in the evidence.`);
}
