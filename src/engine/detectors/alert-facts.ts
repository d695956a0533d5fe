import type { Claim } from '#src/shared/content/answer.ts';
import type { Evidence } from '#src/shared/market.ts';
import type { CandleName } from '#src/shared/rules/candles.ts';
import type { SessionName } from '#src/shared/rules/sessions.ts';

/** What an alert can be about. Each language has the words for each kind (`src/engine/content/languages`). */
export type EventKind =
  | 'big_move'
  | 'gap'
  | 'volume_spike'
  | 'new_extreme'
  | 'average_cross'
  | 'rsi_cross'
  | 'volatility_spike'
  | 'streak'
  | 'round_number'
  | 'opening_range_break'
  | 'candle';

/** Rows of an alert's table, with the slot that each shows. */
export const ROWS = {
  close: 'close',
  previous_close: 'previous_close',
  when: 'when',
  rule: 'rule',
  open: 'open',
  previous_high: 'previous_high',
  previous_low: 'previous_low',
  fast_average: 'fast_average',
  slow_average: 'slow_average',
  volume: 'volume',
  mean_volume: 'mean_volume',
  range: 'range',
  mean_range: 'mean_range',
  previous_rsi: 'previous_rsi',
  start_close: 'start_close',
  round_number: 'round_number',
  range_high: 'range_high',
  range_low: 'range_low',
} as const;
export type RowName = keyof typeof ROWS;

/** The figure of an alert, with the slot that shows it. `times_the_mean` is a phrase with the ratio in it. */
export const CHANGES = {
  close: 'close',
  change_pct: 'change_pct',
  gap_pct: 'gap_pct',
  volume_ratio: 'times_the_mean',
  range_ratio: 'times_the_mean',
  streak_pct: 'change_pct',
  rsi: 'rsi',
} as const;
export type ChangeName = keyof typeof CHANGES;

/** What an alert about a detection says, beside its words: which figures, and what must be true of them. */
export type AlertFacts = {
  kind: EventKind;
  /** Key of `evidence.figures` that the detection's value is. */
  figure: string;
  /** Does what the words claim follow from the evidence's own figures? A first check; `verify` computes all again. */
  holds: (evidence: Evidence) => boolean;
  /** What the words say of the prices, for the gate to check in exact decimals. */
  claims: (evidence: Evidence) => readonly Claim[];
  /** Above or below zero: which way it went, for the words and the color. */
  direction: (evidence: Evidence) => number;
  /** Names that the parameters choose. */
  named?: (evidence: Evidence) => { candle?: CandleName; session?: SessionName };
  /** Of the figures: the level that was passed, which the words call `mark`. */
  mark?: string;
  change: ChangeName;
  rows: readonly RowName[];
};

export const near = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-8 * Math.max(1, Math.abs(a), Math.abs(b));

export const lastTwo = ({ bars }: Evidence) => ({ previous: bars.at(-2), bar: bars.at(-1) });
export const figureOf = ({ figures }: Evidence, key: string): number => figures[key] ?? Number.NaN;
export const paramOf = ({ params }: Evidence, key: string): number => params[key] ?? Number.NaN;

/** The change in percent that the last two bars give for a price, or NaN. */
export const changeTo = (evidence: Evidence, price: 'open' | 'close'): number => {
  const { previous, bar } = lastTwo(evidence);
  return (Number(bar?.[price]) / Number(previous?.close) - 1) * 100;
};

const wayOf = (sign: number) => (sign >= 0 ? 'up' : 'down');
export const sideOf = (sign: number) => (sign >= 0 ? 'above' : 'below');

export const changeFacts = (figure: string, price: 'open' | 'close') => ({
  figure,
  holds: (evidence: Evidence) =>
    figureOf(evidence, figure) !== 0 && near(figureOf(evidence, figure), changeTo(evidence, price)),
  claims: (evidence: Evidence): Claim[] => [{ claim: 'move', price, way: wayOf(figureOf(evidence, figure)) }],
  direction: (evidence: Evidence) => figureOf(evidence, figure),
});

export const extremeFacts = (sign: 1 | -1, level: 'previous_high' | 'previous_low') =>
  ({
    kind: 'new_extreme',
    figure: 'close',
    holds: (evidence: Evidence) =>
      figureOf(evidence, 'close') === Number(lastTwo(evidence).bar?.close) &&
      sign * figureOf(evidence, 'close') > sign * figureOf(evidence, level),
    claims: () => [{ claim: 'comparison', left: 'close', is: sideOf(sign), right: level }],
    direction: () => sign,
    mark: level,
    change: 'close',
    rows: [level, 'previous_close', 'when', 'rule'],
  }) satisfies AlertFacts;
