import { oneLine, subjectLine } from '#src/platform/mail/plain.ts';
import type { Evidence, EvidenceBar, Timeframe } from '#src/shared/market.ts';
import { DISCLAIMER } from '#src/shared/product.ts';
import type { AlertWords } from '../detectors/alert-words.ts';
import { findDetector } from '../detectors/registry.ts';
import { checkFacts } from './fact-guard.ts';
import {
  formatChange,
  formatFigure,
  formatParam,
  formatPrice,
  formatSize,
  pricePlaces,
} from '#src/shared/figures.ts';
import { ruleWords, type RuleWords } from './rule-words.ts';
import { fillOwnWords, type OwnWords } from './custom-message.ts';
import { fillSlots } from './slots.ts';
import { barLength, barWords, describeWhen, spanWords } from './when.ts';

const TRIAL_NOTICE =
  'This alert was made from recorded market data. It shows a past event, not the market now.';

export type AlertInput = {
  brand: { name: string; color: string };
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

export type AlertContent = {
  subject: string;
  /** The whole plain-text part, without the footer of a channel. */
  text: string;
  headline: string;
  /** One paragraph, or several with a line break between. */
  lead: string;
  direction: 'up' | 'down';
  /** What, when and in which bars: "^GSPC · 16 Mar 2020 · daily bars". */
  dateline: string;
  /** The figure of the alert: "Change" and "-11.98%", "RSI" and "71.20". */
  change: { label: string; value: string };
  /** The other figures. `words`: the value is a phrase and no figure. */
  rows: { label: string; value: string; words?: boolean }[];
  /** What a reader must know about a trial run, or null. */
  notice: string | null;
  disclaimer: string;
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
function fillFrom(slots: Record<string, string>, template: string): string {
  try {
    return fillSlots(template, slots);
  } catch (error) {
    throw new WriterError(error instanceof Error ? error.message : String(error));
  }
}

/** Every slot a template may name, filled from the evidence. */
function slotsOf(
  input: AlertInput,
  words: AlertWords & Partial<RuleWords>,
  goesUp: boolean,
): Record<string, string> {
  const { evidence } = input;
  const { previous, bar } = lastTwo(evidence);
  const prices = evidence.bars.flatMap(({ open, high, low, close }) => [open, high, low, close]);
  const places = pricePlaces(prices, input.priceDecimals);
  const when = describeWhen(bar.time, previous.time, input.timeframe, input.timeZone, evidence.until);
  const isOpen = evidence.until !== undefined;
  const name = oneLine(input.name, 80);
  const symbol = oneLine(input.symbol, 40);
  const figures = Object.entries(evidence.figures).map(([key, value]) => [
    key,
    key.endsWith('_pct') ? formatChange(value) : formatFigure(key, value, places),
  ]);
  const params = Object.entries(evidence.params).map(([key, value]) => [key, formatParam(key, value)]);
  const slots = {
    ...Object.fromEntries([...figures, ...params]),
    name,
    symbol,
    instrument: name === symbol ? name : `${name} (${symbol})`,
    brand: oneLine(input.brand.name, 80),
    size_pct: formatSize(evidence.figures[words.figure] ?? Number.NaN),
    open: formatPrice(bar.open, places),
    high: formatPrice(bar.high, places),
    low: formatPrice(bar.low, places),
    close: formatPrice(bar.close, places),
    previous_close: formatPrice(previous.close, places),
    span: spanWords(input.timeframe, input.timeZone),
    bars: barWords(input.timeframe),
    when: when.label,
    when_phrase: when.phrase,
    when_short: when.short,
    bar_phrase: when.bar,
    at_the_time: isOpen ? ` ${when.phrase}` : '',
    closed: isOpen ? 'stood' : 'closed',
    closes: isOpen ? 'stands' : 'closes',
    price_word: isOpen ? 'price' : 'close',
    close_label: isOpen ? 'Price' : 'Close',
    previous_phrase: when.previous,
    ...words.named?.(evidence),
    ...(goesUp ? words.up : words.down),
    ...words.slots,
    ...Object.fromEntries(
      Object.entries(words.figures ?? {}).map(([slot, key]) => [
        slot,
        formatFigure(key, evidence.figures[key] ?? Number.NaN, places),
      ]),
    ),
  };
  return { ...slots, rule: fillFrom(slots, words.rule) };
}

type Written = Pick<AlertContent, 'rows' | 'notice' | 'dateline' | 'headline' | 'lead' | 'disclaimer'> & {
  change: AlertContent['change'] | null;
};

/** The plain-text part of any alert. */
export function plainText(content: Written, brand: string): string {
  const width = Math.max(...content.rows.map((row) => row.label.length)) + 2;
  const table = [...(content.change ? [content.change] : []), ...content.rows]
    .map((row) => `${row.label.padEnd(width)}${row.value}`)
    .join('\n');
  const notice = content.notice === null ? [] : [`Trial run. ${content.notice}`];
  return `${[content.dateline, content.headline, ...notice, content.lead, table, `Sent by ${brand}.`, content.disclaimer].join('\n\n')}\n`;
}

function wordsOf({ detector, evidence }: AlertInput): (AlertWords & Partial<RuleWords>) | null {
  if (detector === 'rule') return ruleWords(evidence);
  return findDetector(detector)?.alert ?? null;
}

/**
 * Writes an alert without a model, in the tone of a newswire. The date of the event always stands in the
 * text, so recorded data never reads as if it were now. Throws WriterError for a detector it has no words
 * for, evidence that does not bear the change out, or a figure that the fact guard cannot trace.
 */
export function writeAlert(input: AlertInput): AlertContent {
  const words = wordsOf(input);
  if (!words) throw new WriterError(`There are no words for the detector "${input.detector}".`);
  checkTime(input, lastTwo(input.evidence).bar);
  checkValue(input, words);
  const goesUp = words.direction(input.evidence) >= 0;
  const slots = slotsOf(input, words, goesUp);
  const fill = (template: string): string => fillFrom(slots, template);
  const headline = fill(words.headline);
  const content = {
    headline,
    lead: fill(words.lead),
    direction: goesUp ? ('up' as const) : ('down' as const),
    dateline: fill('{{symbol}} · {{when_short}} · {{bars}}'),
    change: { label: fill(words.change.label), value: fill(words.change.value) },
    rows: words.rows.map((row) => ({ ...row, label: fill(row.label), value: fill(row.value) })),
    notice: input.trial ? TRIAL_NOTICE : null,
    disclaimer: DISCLAIMER,
  };
  const brand = fill('{{brand}}');
  const dated = (line: string): string =>
    subjectLine(input.trial ? `Trial run: ${line} (${fill('{{when_short}}')})` : line);
  const phrases = [
    'name',
    'symbol',
    'instrument',
    'brand',
    'span',
    'bars',
    'when',
    'when_phrase',
    'bar_phrase',
    'when_short',
    'previous_phrase',
  ];
  const allowed = {
    phrases: [
      ...phrases.map((slot) => fill(`{{${slot}}}`)),
      ...(words.phrases ?? []),
      ...Object.values(words.named?.(input.evidence) ?? {}),
    ],
    priceDecimals: input.priceDecimals,
  };
  const facts = checkFacts(`${dated(headline)}\n${plainText(content, brand)}`, input.evidence, allowed);
  if (!facts.ok) throw new WriterError(`The figure "${facts.figure}" is not in the evidence.`);
  const said = { ...content, ...ownWordsOf(input) };
  return { subject: dated(said.headline), text: plainText(said, brand), ...said };
}

/** What stands instead of the built-in headline and lead; what is mandatory in an alert stands beside it in any case. */
function ownWordsOf(input: AlertInput): { headline?: string; lead?: string } {
  if (!input.own) return {};
  const filled = fillOwnWords(input.own, input);
  return {
    ...(filled.headline !== null && { headline: oneLine(filled.headline) }),
    ...(filled.text !== null && { lead: filled.text }),
  };
}
