import { z } from 'zod';
import type { Bar } from '#src/shared/market.ts';
import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { sma, type SmaState } from '../indicators/sma.ts';
import { type AlertFacts, figureOf, near, sideOf } from './alert-facts.ts';
import { barCount } from './bar-count.ts';
import { runOf, stateOf } from './detector-run.ts';
import { evidenceBar } from './evidence-bar.ts';
import { pastOf, remember } from './past.ts';
import { tidy, tidyDifference } from './tidy.ts';

type Params = { fast: number; slow: number };
type State = {
  before: Bar | null;
  closes: string[];
  fast: SmaState;
  slow: SmaState;
  /** Fast − slow of the bar before; null while the slow average has no value. */
  difference: number | null;
};

/** Averages nearer than this, relative to their size, are equal: what is left is the noise of floats. */
const EQUAL = 1e-12;

const crossFacts = (sign: 1 | -1): AlertFacts => ({
  kind: 'average_cross',
  figure: 'difference',
  holds: (evidence) =>
    near(
      figureOf(evidence, 'fast_average') - figureOf(evidence, 'slow_average'),
      figureOf(evidence, 'difference'),
    ) &&
    sign * figureOf(evidence, 'difference') > 0 &&
    sign * figureOf(evidence, 'previous_difference') <= 0,
  claims: () => [{ claim: 'comparison', left: 'fast_average', is: sideOf(sign), right: 'slow_average' }],
  direction: () => sign,
  change: 'close',
  rows: ['fast_average', 'slow_average', 'when', 'rule'],
});

/** The two crosses differ only in their direction (1: fast goes above slow). */
export const averageCross = (name: string, title: string, sign: 1 | -1): DetectorDefinition<Params> => ({
  name,
  title,
  unit: 'level',
  alert: crossFacts(sign),
  params: z
    .strictObject({ fast: barCount(1, 50), slow: barCount(2, 200) })
    .refine(({ fast, slow }) => fast < slow, { path: ['fast'], message: 'must be below slow' }),
  lookback: ({ slow }) => slow,
  tolerance: 1e-9,
  start: (params, snapshot) => {
    const state = stateOf<State>(snapshot, () => ({
      before: null,
      closes: [],
      fast: sma(params.fast).state,
      slow: sma(params.slow).state,
      difference: null,
    }));
    const fast = sma(params.fast, state.fast);
    const slow = sma(params.slow, state.slow);
    Object.assign(state, { fast: fast.state, slow: slow.state });
    return runOf(state, (bar) => {
      const { before, difference: previous } = state;
      state.before = bar;
      const fastAverage = fast.next(bar.close);
      const slowAverage = slow.next(bar.close);
      const raw = fastAverage - slowAverage;
      const difference = Math.abs(raw) <= EQUAL * slowAverage ? 0 : raw;
      state.difference = Number.isNaN(raw) ? null : difference;
      const isCross = before !== null && previous !== null && sign * previous <= 0 && sign * difference > 0;
      const past = isCross ? pastOf(state.closes, params.slow) : [];
      remember(state.closes, bar.text.close, params.slow);
      if (!isCross) return null;
      const value = tidyDifference(difference, slowAverage);
      return {
        detector: name,
        time: bar.ts,
        value,
        evidence: {
          bars: [evidenceBar(before), evidenceBar(bar)],
          params: { fast: params.fast, slow: params.slow },
          figures: {
            fast_average: tidy(fastAverage),
            slow_average: tidy(slowAverage),
            difference: value,
            previous_difference: tidyDifference(previous, slowAverage),
          },
          past: { close: past },
        },
      };
    });
  },
});
