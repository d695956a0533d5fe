import type { Evidence } from '#src/shared/market.ts';
import { CANDLE_TURNS, candleNumbered, candleWords } from '#src/shared/rules/candles.ts';
import { sessionNumbered } from '#src/shared/rules/sessions.ts';

/**
 * The words for one detector. Code fills the slots from the evidence; the words themselves hold no figure. Every figure
 * and parameter of the evidence is a slot under its own name, beside those that `writer.ts` lists. What is said of the
 * close is a slot as well: a bar that is not over has not closed.
 */
export type DetectorWords = {
  /** Key of `evidence.figures` that the finding's value is. */
  figure: string;
  /** Does what the words claim follow from the evidence's own figures? A first check; `verify` computes all again. */
  holds: (evidence: Evidence) => boolean;
  /** Above or below zero: which way it went, for the words and the colour. */
  direction: (evidence: Evidence) => number;
  headline: string;
  lead: string;
  rule: string;
  /** Slots that are words and no figures, by what the parameters choose. */
  named?: (evidence: Evidence) => Readonly<Record<string, string>>;
  up: Readonly<Record<string, string>>;
  down: Readonly<Record<string, string>>;
  /** The figure of the alert and what it is called beside it. */
  change: { label: string; value: string };
  rows: readonly { label: string; value: string; words?: boolean }[];
};

const PREVIOUS = { label: 'Previous close', value: '{{previous_close}}' };
const CLOSE = { label: '{{close_label}}', value: '{{close}}' };
const RULE = { label: 'Rule', value: '{{rule}}', words: true };
const BAR = { label: 'When', value: '{{when}}' };

const near = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-8 * Math.max(1, Math.abs(a), Math.abs(b));

const lastTwo = ({ bars }: Evidence) => ({ previous: bars.at(-2), bar: bars.at(-1) });
const figureOf = ({ figures }: Evidence, key: string): number => figures[key] ?? Number.NaN;
const paramOf = ({ params }: Evidence, key: string): number => params[key] ?? Number.NaN;

/** The change in percent that the last two bars give for a price, or NaN. */
export const changeTo = (evidence: Evidence, price: 'open' | 'close'): number => {
  const { previous, bar } = lastTwo(evidence);
  return (Number(bar?.[price]) / Number(previous?.close) - 1) * 100;
};

const changeWords = (figure: string, price: 'open' | 'close') => ({
  figure,
  holds: (evidence: Evidence) =>
    figureOf(evidence, figure) !== 0 && near(figureOf(evidence, figure), changeTo(evidence, price)),
  direction: (evidence: Evidence) => figureOf(evidence, figure),
});

const extremeWords = (sign: 1 | -1, level: string) => ({
  figure: 'close',
  holds: (evidence: Evidence) =>
    figureOf(evidence, 'close') === Number(lastTwo(evidence).bar?.close) &&
    sign * figureOf(evidence, 'close') > sign * figureOf(evidence, level),
  direction: () => sign,
  up: {},
  down: {},
  change: { label: '{{close_label}}', value: '{{close}}' },
});

const crossWords = (sign: 1 | -1, verb: string, side: string): DetectorWords => ({
  figure: 'difference',
  holds: (evidence) =>
    near(
      figureOf(evidence, 'fast_average') - figureOf(evidence, 'slow_average'),
      figureOf(evidence, 'difference'),
    ) &&
    sign * figureOf(evidence, 'difference') > 0 &&
    sign * figureOf(evidence, 'previous_difference') <= 0,
  direction: () => sign,
  headline: `{{name}}: the {{fast}}-bar average ${verb} the {{slow}}-bar average`,
  lead: `The {{fast}}-bar average of {{instrument}} stood at {{fast_average}} {{when_phrase}}, ${side} the {{slow}}-bar average of {{slow_average}}. The {{price_word}} was {{close}}.`,
  rule: `The {{fast}}-bar average ${verb} the {{slow}}-bar average, {{bars}}`,
  up: {},
  down: {},
  change: { label: '{{close_label}}', value: '{{close}}' },
  rows: [
    { label: 'Fast average', value: '{{fast_average}}' },
    { label: 'Slow average', value: '{{slow_average}}' },
    BAR,
    RULE,
  ],
});

export const WORDS: Readonly<Record<string, DetectorWords>> = {
  big_move: {
    ...changeWords('change_pct', 'close'),
    headline: '{{name}} {{verb}} {{size_pct}} in {{span}}',
    lead: '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, {{size_pct}} {{side}} the previous close of {{previous_close}} {{previous_phrase}}.',
    rule: 'Moves of {{min_pct}} or more, {{bars}}',
    up: { verb: 'rises', side: 'above' },
    down: { verb: 'falls', side: 'below' },
    change: { label: 'Change', value: '{{change_pct}}' },
    rows: [CLOSE, PREVIOUS, BAR, RULE],
  },
  gap: {
    ...changeWords('gap_pct', 'open'),
    headline: '{{name}} opens {{size_pct}} {{verb}}',
    lead: '{{instrument}} opened at {{open}} {{bar_phrase}}, {{size_pct}} {{side}} the previous close of {{previous_close}} {{previous_phrase}}. It {{closed}} at {{close}}{{at_the_time}}.',
    rule: 'Gaps of {{min_pct}} or more, {{bars}}',
    up: { verb: 'higher', side: 'above' },
    down: { verb: 'lower', side: 'below' },
    change: { label: 'Gap', value: '{{gap_pct}}' },
    rows: [{ label: 'Open', value: '{{open}}' }, PREVIOUS, CLOSE, BAR, RULE],
  },
  volume_spike: {
    figure: 'ratio',
    holds: (evidence) =>
      figureOf(evidence, 'volume') === Number(lastTwo(evidence).bar?.volume) &&
      near(figureOf(evidence, 'ratio') * figureOf(evidence, 'mean_volume'), figureOf(evidence, 'volume')),
    direction: (evidence) => changeTo(evidence, 'close'),
    headline: '{{name}} trades {{ratio}} times its usual volume in {{span}}',
    lead: 'The volume of {{instrument}} was {{volume}} {{when_phrase}}, {{ratio}} times the mean of {{mean_volume}} over the {{window}} bars before. The {{price_word}} was {{close}}, after {{previous_close}} {{previous_phrase}}.',
    rule: 'Volume of {{min_ratio}} times the mean of the {{window}} bars before or more, {{bars}}',
    up: {},
    down: {},
    change: { label: 'Volume', value: '{{ratio}} times the mean' },
    rows: [
      { label: 'This bar', value: '{{volume}}' },
      { label: 'Mean before', value: '{{mean_volume}}' },
      CLOSE,
      PREVIOUS,
      BAR,
      RULE,
    ],
  },
  new_high: {
    ...extremeWords(1, 'previous_high'),
    headline: '{{name}} {{closes}} above its {{window}}-bar high',
    lead: '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, above {{previous_high}}, the highest price of the {{window}} bars before.',
    rule: 'A close above the highest price of the {{window}} bars before, {{bars}}',
    rows: [{ label: 'High before', value: '{{previous_high}}' }, PREVIOUS, BAR, RULE],
  },
  new_low: {
    ...extremeWords(-1, 'previous_low'),
    headline: '{{name}} {{closes}} below its {{window}}-bar low',
    lead: '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, below {{previous_low}}, the lowest price of the {{window}} bars before.',
    rule: 'A close below the lowest price of the {{window}} bars before, {{bars}}',
    rows: [{ label: 'Low before', value: '{{previous_low}}' }, PREVIOUS, BAR, RULE],
  },
  golden_cross: crossWords(1, 'rises above', 'above'),
  death_cross: crossWords(-1, 'falls below', 'below'),
  rsi_cross: {
    figure: 'rsi',
    holds: (evidence) =>
      paramOf(evidence, 'direction') * (figureOf(evidence, 'rsi') - paramOf(evidence, 'level')) > 0,
    direction: (evidence) => paramOf(evidence, 'direction'),
    headline: '{{name}}: the RSI {{verb}} {{level}}',
    lead: 'The relative strength index of {{instrument}} over {{period}} bars stood at {{rsi}} {{when_phrase}}, {{side}} {{level}}; the bar before it was {{previous_rsi}}. The {{price_word}} was {{close}}.',
    rule: 'RSI of {{period}} bars {{verb}} {{level}}, {{bars}}',
    up: { verb: 'rises above', side: 'above' },
    down: { verb: 'falls below', side: 'below' },
    change: { label: 'RSI', value: '{{rsi}}' },
    rows: [{ label: 'RSI before', value: '{{previous_rsi}}' }, CLOSE, BAR, RULE],
  },
  volatility_spike: {
    figure: 'ratio',
    holds: (evidence) =>
      figureOf(evidence, 'ratio') > 0 &&
      near(figureOf(evidence, 'ratio') * figureOf(evidence, 'mean_range'), figureOf(evidence, 'range')),
    direction: (evidence) => changeTo(evidence, 'close'),
    headline: '{{name}} moves {{ratio}} times its usual range in {{span}}',
    lead: '{{instrument}} went from {{low}} to {{high}} {{bar_phrase}} and {{closed}} at {{close}}{{at_the_time}}, after {{previous_close}} {{previous_phrase}}. Its true range of {{range}} was {{ratio}} times the mean of {{mean_range}} over the {{window}} bars before.',
    rule: 'A true range of {{min_ratio}} times the mean of the {{window}} bars before or more, {{bars}}',
    up: {},
    down: {},
    change: { label: 'Range', value: '{{ratio}} times the mean' },
    rows: [
      { label: 'This bar', value: '{{range}}' },
      { label: 'Mean before', value: '{{mean_range}}' },
      CLOSE,
      PREVIOUS,
      BAR,
      RULE,
    ],
  },
  streak: {
    figure: 'change_pct',
    holds: (evidence) =>
      near(
        figureOf(evidence, 'change_pct'),
        (Number(lastTwo(evidence).bar?.close) / figureOf(evidence, 'start_close') - 1) * 100,
      ) && paramOf(evidence, 'direction') * figureOf(evidence, 'change_pct') > 0,
    direction: (evidence) => paramOf(evidence, 'direction'),
    headline: '{{name}} {{verb}} {{length}} times in a row in its {{bars}}',
    lead: '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, {{side}} the close before it for {{length}} bars in a row. It stood at {{start_close}} before, so it has gone {{way}} by {{size_pct}} since.',
    rule: '{{length}} closes in a row {{side}} the one before, {{bars}}',
    up: { verb: 'rises', side: 'above', way: 'up' },
    down: { verb: 'falls', side: 'below', way: 'down' },
    change: { label: 'Since it began', value: '{{change_pct}}' },
    rows: [CLOSE, { label: 'Close before it', value: '{{start_close}}' }, BAR, RULE],
  },
  round_number: {
    figure: 'round_number',
    holds: (evidence) => {
      const level = figureOf(evidence, 'round_number');
      const from = Number(lastTwo(evidence).previous?.close);
      const to = Number(lastTwo(evidence).bar?.close);
      return level > 0 && (to > from ? from <= level && level < to : to < level && level <= from);
    },
    direction: (evidence) => changeTo(evidence, 'close'),
    headline: '{{name}} {{verb}} {{round_number}}',
    lead: '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, {{side}} {{round_number}}, after {{previous_close}} {{previous_phrase}}.',
    rule: 'A close beyond a multiple of {{spacing}}, {{bars}}',
    up: { verb: 'rises above', side: 'above' },
    down: { verb: 'falls below', side: 'below' },
    change: { label: '{{close_label}}', value: '{{close}}' },
    rows: [{ label: 'Round number', value: '{{round_number}}' }, PREVIOUS, BAR, RULE],
  },
  opening_range_break: {
    figure: 'close',
    holds: (evidence) =>
      figureOf(evidence, 'close') === Number(lastTwo(evidence).bar?.close) &&
      (paramOf(evidence, 'direction') === 1
        ? figureOf(evidence, 'close') > figureOf(evidence, 'range_high')
        : figureOf(evidence, 'close') < figureOf(evidence, 'range_low')),
    direction: (evidence) => paramOf(evidence, 'direction'),
    named: (evidence) => ({ of_session: sessionNumbered(paramOf(evidence, 'session')).words }),
    headline: '{{name}} {{verb}} its opening range',
    lead: '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, {{side}} its range of {{range_low}} to {{range_high}} in the first {{minutes}} minutes of the {{of_session}}.',
    rule: 'The first close {{side}} the range of the first {{minutes}} minutes of the {{of_session}}, {{bars}}',
    up: { verb: 'rises above', side: 'above' },
    down: { verb: 'falls below', side: 'below' },
    change: CLOSE,
    rows: [
      { label: 'Range high', value: '{{range_high}}' },
      { label: 'Range low', value: '{{range_low}}' },
      PREVIOUS,
      BAR,
      RULE,
    ],
  },
  candle: {
    figure: 'change_pct',
    holds: (evidence) => near(figureOf(evidence, 'change_pct'), changeTo(evidence, 'close')),
    direction: (evidence) =>
      CANDLE_TURNS[candleNumbered(paramOf(evidence, 'pattern'))] || changeTo(evidence, 'close'),
    named: (evidence) => ({ of_candles: candleWords(paramOf(evidence, 'pattern')) }),
    headline: '{{name}} shows {{of_candles}} in its {{bars}}',
    lead: 'The candles of {{instrument}} showed {{of_candles}} {{when_phrase}}: open {{open}}, high {{high}}, low {{low}}, {{price_word}} {{close}}, after a close of {{previous_close}} {{previous_phrase}}.',
    rule: 'Candle pattern, {{of_candles}}, {{bars}}',
    up: {},
    down: {},
    change: { label: 'Change', value: '{{change_pct}}' },
    rows: [{ label: 'Open', value: '{{open}}' }, CLOSE, PREVIOUS, BAR, RULE],
  },
};

export const TRIAL_NOTICE =
  'This alert was made from recorded market data. It shows a past event, not the market now.';
