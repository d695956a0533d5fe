import { DateTime } from 'luxon';
import { oneLine } from '#src/platform/mail/plain.ts';
import type { Evidence, Timeframe } from '#src/shared/market.ts';
import { figuresCompared } from '#src/shared/rules/figures.ts';
import {
  MESSAGE,
  messageParts,
  type MessagePart,
  type Placeholder,
  type RuleMessage,
} from '#src/shared/rules/message.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { EVENTS } from '#src/shared/rules/events.ts';
import { checkFacts, withoutNumbers } from './fact-guard.ts';
import { formatChange, formatExact, formatFigure, formatPrice, pricePlaces } from '#src/shared/figures.ts';
import { describeWhen } from './when.ts';

/** What a rule's own words need beside its detection. */
export type OwnWords = {
  message: RuleMessage;
  exchange: string | null;
  currency: string;
  /** When the rule spoke: milliseconds since the epoch, UTC. */
  spokeAt: number;
};

/** The detection that words are about, and whose it is. */
export type About = {
  symbol: string;
  timeZone: string;
  timeframe: Timeframe;
  detector: string;
  evidence: Evidence;
  /** As in `pricePlaces`. */
  priceDecimals?: number | undefined;
};

const NOT_KNOWN = 'not known';
const CUT = '…';

/** The keys of the figures that made a detection, in the order in which they are compared. */
const keysOf = (detector: string, { rule }: Evidence): readonly string[] =>
  detector === 'rule' ? figuresCompared(parseRule(rule ?? '')) : (EVENTS[detector]?.figures ?? []);

/** "BINANCE:BTCUSDT" names its exchange ahead of its ticker. */
const tickerOf = (symbol: string): { prefix: string | null; ticker: string } => {
  const [, prefix = null, ticker = symbol] = /^([A-Z0-9_]+):(.+)$/.exec(symbol) ?? [];
  return { prefix, ticker };
};

/** What each placeholder stands for: figures as the house prints them, what the evidence does not have in words. */
export function valuesOf(own: Omit<OwnWords, 'message'>, about: About): (name: Placeholder) => string {
  const { evidence, timeZone, timeframe } = about;
  const [previous, bar] = evidence.bars.slice(-2);
  if (!previous || !bar) throw new RangeError('There is no bar, or none before it.');
  const prices = evidence.bars.flatMap(({ open, high, low, close }) => [open, high, low, close]);
  const places = pricePlaces(prices, about.priceDecimals);
  const { prefix, ticker } = tickerOf(oneLine(about.symbol, 40));
  const values: Partial<Record<string, string>> = {
    ticker,
    exchange: oneLine(own.exchange ?? prefix ?? NOT_KNOWN, 40),
    open: formatPrice(bar.open, places),
    high: formatPrice(bar.high, places),
    low: formatPrice(bar.low, places),
    close: formatPrice(bar.close, places),
    volume: bar.volume === null ? NOT_KNOWN : formatExact(bar.volume),
    time: describeWhen(bar.time, previous.time, timeframe, timeZone, evidence.until).label,
    timenow: DateTime.fromMillis(own.spokeAt, { zone: timeZone, locale: 'en-US' }).toFormat(
      'HH:mm:ss ZZZZ, cccc, d LLLL yyyy',
    ),
    interval: timeframe,
    'syminfo.currency': oneLine(own.currency, 20),
  };
  for (const [at, key] of keysOf(about.detector, evidence).entries()) {
    const value = evidence.figures[key];
    if (value !== undefined)
      values[`plot_${at}`] = key.endsWith('_pct') ? formatChange(value) : formatFigure(key, value, places);
  }
  return (name) => values[name] ?? NOT_KNOWN;
}

/** Words with their values, at most `max` characters: a value stands whole or not at all, words end after a word. */
function joined(parts: readonly MessagePart[], valueOf: (name: Placeholder) => string, max: number): string {
  let text = '';
  for (const part of parts) {
    const next = 'said' in part ? part.said : valueOf(part.placeholder);
    if (text.length + next.length <= max) {
      text += next;
      continue;
    }
    const room = 'said' in part ? part.said.slice(0, Math.max(0, max - text.length - 1)) : '';
    return `${(text + room.slice(0, Math.max(0, room.search(/\s\S*$/)))).trimEnd()}${CUT}`;
  }
  return text;
}

/**
 * A rule's own headline and text, each null if it has none, filled in one pass: a value that looks like a placeholder
 * stays text. Authors are responsible for their own numbers; of what is filled in, the fact guard finds every figure in
 * the evidence. If it doesn't, there is no message: it was checked when it was saved, and must not keep an alert
 * from being written.
 */
export function fillOwnWords(own: OwnWords, about: About): { headline: string | null; text: string | null } {
  const valueOf = valuesOf(own, about);
  const phrases = (
    ['ticker', 'exchange', 'time', 'timenow', 'interval', 'syminfo.currency'] satisfies Placeholder[]
  ).map(valueOf);
  const filled = { headline: null as string | null, text: null as string | null };
  for (const [field, max] of [
    ['headline', MESSAGE.headlineMax],
    ['text', MESSAGE.filledTextMax],
  ] as const) {
    const template = own.message[field];
    if (template === undefined) continue;
    const parts = messageParts(template);
    filled[field] = joined(parts, valueOf, max);
    const house = parts.map((part) => ('said' in part ? { said: withoutNumbers(part.said) } : part));
    const facts = checkFacts(joined(house, valueOf, Number.POSITIVE_INFINITY), about.evidence, {
      phrases,
      priceDecimals: about.priceDecimals,
    });
    if (!facts.ok) return { headline: null, text: null };
  }
  return filled;
}
