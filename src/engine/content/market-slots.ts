import { DateTime } from 'luxon';
import {
  formatChange,
  formatExact,
  formatFigure,
  formatParam,
  formatPrice,
  formatSize,
  pricePlaces,
} from '#src/shared/figures.ts';
import type { Language } from '#src/shared/content/answer.ts';
import { inMarks } from '#src/shared/content/marks.ts';
import type { ChosenFormats } from '#src/shared/formats.ts';
import type { Evidence, Timeframe } from '#src/shared/market.ts';
import { oneLine } from '#src/platform/mail/plain.ts';
import { currencyName } from './languages/currencies.ts';
import { timeWords } from './languages/time-words.ts';
import type { SlotReader, SlotSource } from './slot-reader.ts';
import { barWords, describeWhen, inFormat, spanWords } from './when.ts';

/** What the slots of a market alert are read from. */
export type MarketFacts = {
  evidence: Evidence;
  symbol: string;
  name: string;
  /** IANA zone of the instrument's market. */
  timeZone: string;
  timeframe: Timeframe;
  /** As in `pricePlaces`. */
  priceDecimals?: number | undefined;
  brandName: string;
  /** How the brand writes figures, dates and times; as the language does unless given. */
  formats?: ChosenFormats | undefined;
  /** Phrases that follow from the evidence: what a rule says, a pattern's name. */
  phrases?: Readonly<Record<string, string>>;
  exchange?: string | null;
  currency?: string;
  /** When the rule triggered: milliseconds since the epoch, UTC. */
  triggeredAt?: number;
};

/** "BINANCE:BTCUSDT" names its exchange ahead of its ticker. */
export function tickerOf(symbol: string): { prefix: string | null; ticker: string } {
  const [, prefix = null, ticker = symbol] = /^([A-Z0-9_]+):(.+)$/.exec(symbol) ?? [];
  return { prefix, ticker };
}

const PRICES = ['open', 'high', 'low', 'close'] as const;

/** How many decimals the prices of an alert have. */
export const placesOf = ({ bars }: Pick<Evidence, 'bars'>, priceDecimals?: number): number =>
  pricePlaces(
    bars.flatMap(({ open, high, low, close }) => [open, high, low, close]),
    priceDecimals,
  );

/** Reads the slots of a market alert as a language writes them. Throws where there is no bar, or none before it. */
export function marketSlots(facts: MarketFacts, language: Language = 'en'): SlotReader {
  const { evidence, timeframe, timeZone, formats } = facts;
  const time = timeWords(language, formats);
  const marked = (text: string): string => inMarks(text, language, formats);
  const [previous, bar] = evidence.bars.slice(-2);
  if (!previous || !bar) throw new RangeError('There is no bar, or none before it.');
  const places = placesOf(evidence, facts.priceDecimals);
  const when = describeWhen(bar.time, previous.time, timeframe, timeZone, evidence.until, time);
  const { prefix, ticker } = tickerOf(oneLine(facts.symbol, 40));
  const exchange = facts.exchange ?? prefix;
  const fixed: Readonly<Record<string, string | null | undefined>> = {
    'bar.time as label': when.label,
    'bar.time as phrase': when.phrase,
    'bar.time as day': when.short,
    'bar.time as bar': when.bar,
    'previous.time as phrase': when.previous,
    'timeframe as span': spanWords(timeframe, timeZone, language),
    'timeframe as bars': barWords(timeframe, language),
    'timeframe as code': timeframe,
    'instrument.name as text': oneLine(facts.name, 80),
    'instrument.symbol as text': oneLine(facts.symbol, 40),
    'instrument.ticker as text': ticker,
    'instrument.exchange as text': exchange === null ? null : oneLine(exchange, 40),
    'instrument.currency as text':
      facts.currency === undefined ? null : currencyName(oneLine(facts.currency, 20), formats),
    'brand.name as text': oneLine(facts.brandName, 80),
    'bar.volume as exact': bar.volume === null ? null : marked(formatExact(bar.volume)),
    'triggered_at as clock':
      facts.triggeredAt === undefined
        ? null
        : inFormat(DateTime.fromMillis(facts.triggeredAt, { zone: timeZone }), time.stamp, time),
    ...Object.fromEntries(
      PRICES.map((key) => [`bar.${key} as price`, marked(formatPrice(bar[key], places))]),
    ),
    'previous.close as price': marked(formatPrice(previous.close, places)),
  };
  const figure = (key: string, as: string): string | null => {
    const value = own(evidence.figures, key);
    if (value === undefined) return null;
    if (as === 'change') return marked(formatChange(value));
    if (as === 'size') return marked(formatSize(value));
    return as === 'figure' ? marked(formatFigure(key, value, places)) : null;
  };
  const param = (key: string, as: string): string | null => {
    const value = own(evidence.params, key);
    return value === undefined || as !== 'param' ? null : marked(formatParam(key, value));
  };
  // A rule in words has numbers of its own; other languages quote it as it is written.
  const phrase = (key: string): string | null => {
    const said = own(facts.phrases ?? {}, key) ?? null;
    return language === 'en' && evidence.rule !== undefined && said !== null
      ? said.replaceAll(/\d+(?:,\d{3})*(?:\.\d+)?%?/g, marked)
      : said;
  };
  return ({ of, as }) => {
    const [, group, key = ''] = /^(figures|params|phrases)\.(.+)$/s.exec(of) ?? [];
    if (group === 'figures') return figure(key, as);
    if (group === 'params') return param(key, as);
    if (group === 'phrases') return as === 'text' ? phrase(key) : null;
    return own(fixed, `${of} as ${as}`) ?? null;
  };
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** The slots that templates name, whatever the detector. Its figures, parameters and phrases are slots beside them. */
export const MARKET_SLOTS = {
  name: ['name', 'instrument.name', 'text'],
  symbol: ['symbol', 'instrument.symbol', 'text'],
  brand: ['name', 'brand.name', 'text'],
  open: ['figure', 'bar.open', 'price'],
  high: ['figure', 'bar.high', 'price'],
  low: ['figure', 'bar.low', 'price'],
  close: ['figure', 'bar.close', 'price'],
  previous_close: ['figure', 'previous.close', 'price'],
  span: ['period', 'timeframe', 'span'],
  bars: ['period', 'timeframe', 'bars'],
  when: ['date', 'bar.time', 'label'],
  when_phrase: ['date', 'bar.time', 'phrase'],
  when_short: ['date', 'bar.time', 'day'],
  bar_phrase: ['date', 'bar.time', 'bar'],
  previous_phrase: ['date', 'previous.time', 'phrase'],
} as const satisfies Record<string, SlotSource>;

/** Those of a rule's own message, by the names that charting tools use. */
export const MESSAGE_SLOTS: Readonly<Record<string, SlotSource>> = {
  ticker: ['symbol', 'instrument.ticker', 'text'],
  exchange: ['name', 'instrument.exchange', 'text'],
  open: MARKET_SLOTS.open,
  high: MARKET_SLOTS.high,
  low: MARKET_SLOTS.low,
  close: MARKET_SLOTS.close,
  volume: ['figure', 'bar.volume', 'exact'],
  time: MARKET_SLOTS.when,
  timenow: ['date', 'triggered_at', 'clock'],
  interval: ['period', 'timeframe', 'code'],
  'syminfo.currency': ['name', 'instrument.currency', 'text'],
};
