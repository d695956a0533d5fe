import type { Timeframe } from '#src/shared/market.ts';
import type { CandleName } from '#src/shared/rules/candles.ts';
import type { ExternalKind, FactName } from '#src/shared/external/evidence.ts';
import type { SessionName } from '#src/shared/rules/sessions.ts';
import type { EventKind, RowName, ChangeName } from '../../detectors/alert-facts.ts';

type Way = 'up' | 'down';

/**
 * One text in as many shapes as alerts rotate through. Templates name slots in double braces; words hold no figure.
 * Sentences are whole, with their full stop; headlines have none.
 */
export type Shapes = readonly [string, string, string];
export const SHAPES = 3;

/** Words that depend on which way it went. Each language uses those that its templates name. */
export type WayWords = {
  /** What it does, and did: "falls", "fell". */
  rises: string;
  rose: string;
  /** "lower" */
  higher: string;
  /** "below" */
  above: string;
  /** "down" */
  up: string;
  /** "falls below", "fell below" */
  crosses: string;
  crossed: string;
  /** "lowest" */
  highest: string;
  /** "low" */
  peak: string;
  /** As a noun: "loss". */
  gain: string;
};

/** What is said of the close of a bar that is over, and of the price of one that isn't. */
export type BarWords = { closed: string; closes: string; price_word: string; label: string };

/** Bars longer than a day. A month and a year have their own formats in place of the day. */
type Spans = 'week' | 'month' | 'quarter' | 'year';

export type TimeWords = {
  locale: string;
  /** Luxon formats: a day in a sentence, in a table, and short; a month, a year; a time with its zone, and without. */
  day: string;
  label: string;
  short: string;
  month: string;
  year: string;
  clock: string;
  time: string;
  /** "daily bars", and one of them. */
  bars: Readonly<Record<Timeframe, string>>;
  bar: Readonly<Record<Timeframe, string>>;
  /** "in one session", or what a template's own preposition needs; and one day, where a market never closes. */
  spans: Readonly<Record<Timeframe, string>>;
  oneDay: string;
  /**
   * Phrases with their preposition. `hours`: of `{{start}}` to `{{to}}`, the latter with its zone; `live`: at `{{at}}`,
   * in a `{{bar}}` that isn't over; `ended`: at `{{at}}`, on the same day; `endedOn`: on `{{day}}`, another day.
   */
  phrases: Readonly<Record<'day' | Spans | 'hours' | 'live' | 'ended' | 'endedOn', string>>;
  /** The same in tables. */
  labels: Readonly<Record<Spans | 'hours' | 'live', string>>;
  /** A moment to the second, of external events; and of a rule's own message. Luxon formats. */
  moment: string;
  stamp: string;
};

export type EventWords = {
  headlines: Shapes;
  leads: Shapes;
  /** What the rule asks for. */
  rule: string;
};

/** Sentences about an event's history. Each holds one fact, and which way or side it is of. */
export type ContextWords = {
  /** What a bar of a day or longer is called, as an adjective of a move, and several. */
  units: Readonly<
    Record<'session' | 'day' | 'week' | 'month' | 'quarter' | 'year', { daily: string; days: string }>
  >;
  largestSince: Readonly<Record<Way, Shapes>>;
  /** Where none in the whole history was as large. */
  largestKnown: Readonly<Record<Way, Shapes>>;
  streak: Readonly<Record<Way, Shapes>>;
  yearExtreme: Readonly<Record<'high' | 'low', Shapes>>;
  yearDistance: Readonly<Record<'high' | 'low', Shapes>>;
  followed: Readonly<Record<Way, Shapes>>;
  /** Between two sentences. */
  between: string;
};

/** Every fixed word of what goes out in one language. A language that lacks one doesn't compile. */
export type Lexicon = {
  time: TimeWords;
  bar: { over: BarWords; live: BarWords };
  ways: Readonly<Record<Way, WayWords>>;
  /** The instrument at its first mention, and behind a sentence about a bar that isn't over: when that was. */
  instrument: string;
  atTheTime: string;
  events: Readonly<Record<EventKind, EventWords>>;
  /** Of a rule in the rule language. `long`: where the condition is too long for a headline. */
  rule: { headlines: Shapes; long: Shapes; leads: Shapes; rule: string };
  context: ContextWords;
  rows: Readonly<Record<RowName, string>>;
  changes: Readonly<Record<ChangeName, string>>;
  /** "{{ratio}} times the mean" */
  timesTheMean: string;
  candles: Readonly<Record<CandleName, string>>;
  sessions: Readonly<Record<SessionName, string>>;
  trial: { title: string; text: string; prefix: string };
  /** What a chart shows, before it is drawn. */
  chart: string;
  disclaimer: string;
  /** Below a text that a model wrote. */
  aiLabel: string;
  /** "Sent by {{brand}}." */
  sentBy: string;
  quotes: readonly [open: string, close: string];
  /** What stands for a value that an author's message names and the evidence doesn't hold. */
  notKnown: string;
  footer: { why: string; evidence: string; preferences: string; unsubscribe: string };
  external: {
    kinds: Readonly<Record<ExternalKind, { name: string; came: string; caution: string }>>;
    leads: Readonly<Record<'webhook' | 'news' | 'released' | 'reminder', Shapes>>;
    /** A calendar's event: its figure, with and without a forecast; and that it comes. */
    headlines: { released: string; forecast: string; reminder: string };
    /** What a call says, by which of its action and price there are: "AAPL: buy at 187.2". */
    calls: { none: string; action: string; price: string; both: string };
    facts: Readonly<Record<FactName, string>>;
    rule: string;
  };
  digest: {
    title: string;
    dateline: string;
    summary: string;
    /** After the summary: so many came too often to come one by one. */
    held: string;
    past: {
      /** After the summary: so many lapsed before they could be sent. */
      many: string;
      /** Before what an alert's line says of its symbol: when it happened, and the price then. */
      priced: string;
      unpriced: string;
    };
    /** After the summary: other alerts about the same moves, for which those listed stand. */
    told: string;
    /** Before the symbols. */
    one: string;
    many: string;
    comma: string;
    and: string;
    more: string;
  };
};
