import { z } from 'zod';
import { absolute, compare, decimalText, parseDecimal, subtract } from '#src/shared/decimal.ts';
import type { Bar } from '#src/shared/market.ts';
import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { changeTo, figureOf, near } from './alert-facts.ts';
import { sma, type SmaState } from '../indicators/sma.ts';
import { barCount } from './bar-count.ts';
import { runOf, stateOf } from './detector-run.ts';
import { evidenceBar } from './evidence-bar.ts';
import { pastOf, remember } from './past.ts';
import { reachesRatio } from './reaches-ratio.ts';
import { tidy } from './tidy.ts';

type Params = { min_ratio: number; window: number };
type Texts = { high: string[]; low: string[]; close: string[] };
type State = { before: Bar | null; texts: Texts; mean: number; sma: SmaState };

/** Of the price: what a sum over ranges leaves where all of them were nothing. */
const NOTHING = 1e-12;

/** Wilder's true range (New Concepts in Technical Trading Systems, 1978): how far the price went, the gap included. */
const trueRange = ({ high, low }: Bar, { close }: Bar): number =>
  Math.max(high - low, Math.abs(high - close), Math.abs(low - close));

/** The same of the source's text, exactly; '' where a text is no decimal. */
const exactRange = (high: string, low: string, close: string): string => {
  const [top, bottom, from] = [parseDecimal(high), parseDecimal(low), parseDecimal(close)];
  if (!top || !bottom || !from) return '';
  const ranges = [subtract(top, bottom), absolute(subtract(top, from)), absolute(subtract(bottom, from))];
  return decimalText(ranges.reduce((a, b) => (compare(a, b) >= 0 ? a : b)));
};

const exactRanges = ({ high, low, close }: Texts, window: number): string[] =>
  high
    .map((text, at) => (at === 0 ? '' : exactRange(text, low[at] ?? '', close[at - 1] ?? '')))
    .slice(-window);

/**
 * The true range of the bar is at least `min_ratio` times the mean of the `window` true ranges before it, and that mean
 * is above zero. `value`: range ÷ mean.
 */
export const volatilitySpike: DetectorDefinition<Params> = {
  name: 'volatility_spike',
  title: 'Volatility spike',
  unit: 'ratio',
  alert: {
    kind: 'volatility_spike',
    figure: 'ratio',
    holds: (evidence) =>
      figureOf(evidence, 'ratio') > 0 &&
      near(figureOf(evidence, 'ratio') * figureOf(evidence, 'mean_range'), figureOf(evidence, 'range')),
    // A rule may ask for less than the mean.
    claims: (evidence) =>
      figureOf(evidence, 'ratio') > 1
        ? [{ claim: 'comparison', left: 'range', is: 'above', right: 'mean_range' }]
        : [],
    direction: (evidence) => changeTo(evidence, 'close'),
    change: 'range_ratio',
    rows: ['range', 'mean_range', 'close', 'previous_close', 'when', 'rule'],
  },
  params: z.strictObject({ min_ratio: z.number().gt(0).lte(1_000_000).default(3), window: barCount(1, 20) }),
  // A true range needs the close before it.
  lookback: ({ window }) => window + 1,
  tolerance: 1e-9,
  start: ({ min_ratio, window }, snapshot) => {
    const state = stateOf<State>(snapshot, () => ({
      before: null,
      texts: { high: [], low: [], close: [] },
      mean: -1,
      sma: sma(window).state,
    }));
    const average = sma(window, state.sma);
    state.sma = average.state;
    const { texts } = state;
    return runOf(state, (bar) => {
      const { before, mean } = state;
      state.before = bar;
      const range = before ? trueRange(bar, before) : Number.NaN;
      const isSpike =
        before !== null &&
        mean > NOTHING * before.close &&
        reachesRatio(
          { number: range, text: () => exactRange(bar.text.high, bar.text.low, before.text.close) },
          mean,
          () => exactRanges(texts, window),
          min_ratio,
        );
      const detection = isSpike
        ? {
            detector: 'volatility_spike',
            time: bar.ts,
            value: tidy(range / mean),
            evidence: {
              bars: [evidenceBar(before), evidenceBar(bar)],
              params: { min_ratio, window },
              figures: { range: tidy(range), mean_range: tidy(mean), ratio: tidy(range / mean) },
              past: {
                high: pastOf(texts.high, window + 1),
                low: pastOf(texts.low, window + 1),
                close: pastOf(texts.close, window + 1),
              },
            },
          }
        : null;
      if (before) {
        const mark = average.next(range);
        state.mean = Number.isNaN(mark) ? -1 : mark;
      }
      for (const column of ['high', 'low', 'close'] as const)
        remember(texts[column], bar.text[column], window + 1);
      return detection;
    });
  },
};
