import type { Evidence } from '#src/shared/market.ts';
import { COMPOSED_DETECTOR } from '#src/shared/composed.ts';
import type { LevelWord } from './words/picture-words.ts';
import type { ChartStyle } from './facts.ts';

/** A level of an event: what it is called, if anything, and where its figure comes from. */
export type LevelSource = readonly [word: LevelWord | null, of: string, as: 'price' | 'figure' | 'param'];

/** How an event's chart looks unless a brand or a template chooses another style. */
type EventChart = {
  style: ChartStyle;
  /** Bars that are drawn, the event's included. */
  bars: number | ((params: Evidence['params']) => number);
  levels?: readonly LevelSource[];
  /** Simple averages: the parameter and the figure of the evidence that they are. */
  averages?: readonly (readonly [param: string, figure: string])[];
  /** Bars before them that its indicators look at, where the parameters don't say it. */
  before?: number;
  /** Wilder's RSI below the prices, with the level that was crossed. */
  rsi?: true;
  /** The event is about volume. */
  volume?: true;
  /** The event is a streak of `params.length` bars. */
  streak?: true;
};

const PREVIOUS: LevelSource = ['previousClose', 'previous.close', 'price'];
const param = (params: Evidence['params'], name: string, usual: number): number => params[name] ?? usual;
const between = (least: number, most: number, value: number): number =>
  Math.round(Math.min(most, Math.max(least, value)));

const AVERAGES: EventChart = {
  style: 'line',
  bars: (params) => between(60, 160, 0.7 * param(params, 'slow', 200)),
  averages: [
    ['fast', 'fast_average'],
    ['slow', 'slow_average'],
  ],
};
const rangeOf = (word: LevelWord, of: string): EventChart => ({
  style: 'range',
  bars: (params) => between(20, 252, param(params, 'window', 252)),
  levels: [[word, of, 'figure']],
});

/** By the kind of event. A test holds it to the detectors. */
export const EVENT_CHARTS: Readonly<Record<string, EventChart>> = {
  big_move: { style: 'candles', bars: 48, levels: [PREVIOUS] },
  gap: { style: 'candles', bars: 32, levels: [PREVIOUS] },
  volume_spike: { style: 'candles', bars: 48, volume: true },
  new_high: rangeOf('highBefore', 'figures.previous_high'),
  new_low: rangeOf('lowBefore', 'figures.previous_low'),
  golden_cross: AVERAGES,
  death_cross: AVERAGES,
  rsi_cross: { style: 'line', bars: 72, rsi: true },
  volatility_spike: { style: 'candles', bars: 40, levels: [PREVIOUS] },
  streak: {
    style: 'streak',
    bars: (params) => between(20, 60, param(params, 'length', 5) + 15),
    levels: [['closeBefore', 'figures.start_close', 'figure']],
    streak: true,
  },
  round_number: { style: 'area', bars: 90, levels: [[null, 'figures.round_number', 'figure']] },
  opening_range_break: {
    style: 'candles',
    bars: 48,
    levels: [
      ['rangeHigh', 'figures.range_high', 'figure'],
      ['rangeLow', 'figures.range_low', 'figure'],
    ],
  },
  candle: { style: 'candles', bars: 24 },
};

/** An alert that a person wrote. */
const WRITTEN: EventChart = { style: 'candles', bars: 48, levels: [PREVIOUS] };
/** A rule of the rule language, and whatever has no chart of its own. */
const USUAL: EventChart = { style: 'line', bars: 60, before: 250 };

export const eventChart = (detector: string): EventChart =>
  detector === COMPOSED_DETECTOR
    ? WRITTEN
    : ((Object.hasOwn(EVENT_CHARTS, detector) ? EVENT_CHARTS[detector] : undefined) ?? USUAL);

/** How many bars a chart shows, and how many before them its indicators look at. */
export function barsWanted(
  detector: string,
  { params }: Pick<Evidence, 'params'>,
): { shown: number; before: number } {
  const { bars, averages, rsi, before = 0 } = eventChart(detector);
  const forAverages = averages ? Math.min(500, param(params, 'slow', 200)) : 0;
  // Of Wilder's averages, what is older weighs nothing.
  const forRsi = rsi ? 12 * Math.min(40, param(params, 'period', 14)) : 0;
  return {
    shown: typeof bars === 'number' ? bars : bars(params),
    before: Math.max(before, forAverages, forRsi),
  };
}
