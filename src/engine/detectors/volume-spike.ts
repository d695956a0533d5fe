import { z } from 'zod';
import type { Bar } from '#src/shared/market.ts';
import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { changeTo, figureOf, lastTwo, near } from './alert-facts.ts';
import { sma, type SmaState } from '../indicators/sma.ts';
import { barCount } from './bar-count.ts';
import { runOf, stateOf } from './detector-run.ts';
import { evidenceBar } from './evidence-bar.ts';
import { pastOf, remember } from './past.ts';
import { reachesRatio } from './reaches-ratio.ts';
import { tidy } from './tidy.ts';

type Params = { min_ratio: number; window: number };
type State = { before: Bar | null; volumes: string[]; mean: number; sma: SmaState };

/**
 * The volume is at least `min_ratio` times the mean of the `window` volumes before it, and that mean is above zero.
 * `value`: volume ÷ mean. A bar without a volume breaks the row: counting begins anew after it.
 */
export const volumeSpike: DetectorDefinition<Params> = {
  name: 'volume_spike',
  title: 'Volume spike',
  unit: 'ratio',
  alert: {
    kind: 'volume_spike',
    figure: 'ratio',
    holds: (evidence) =>
      figureOf(evidence, 'volume') === Number(lastTwo(evidence).bar?.volume) &&
      near(figureOf(evidence, 'ratio') * figureOf(evidence, 'mean_volume'), figureOf(evidence, 'volume')),
    // A rule may ask for less than the mean.
    claims: (evidence) =>
      figureOf(evidence, 'ratio') > 1
        ? [{ claim: 'comparison', left: 'volume', is: 'above', right: 'mean_volume' }]
        : [],
    direction: (evidence) => changeTo(evidence, 'close'),
    change: 'volume_ratio',
    rows: ['volume', 'mean_volume', 'close', 'previous_close', 'when', 'rule'],
  },
  params: z.strictObject({ min_ratio: z.number().gt(0).lte(1_000_000).default(3), window: barCount(1, 20) }),
  lookback: ({ window }) => window,
  tolerance: 1e-9,
  start: (params, snapshot) => {
    const { min_ratio, window } = params;
    const state = stateOf<State>(snapshot, () => ({
      before: null,
      volumes: [],
      mean: -1,
      sma: sma(window).state,
    }));
    let average = sma(window, state.sma);
    state.sma = average.state;
    return runOf(state, (bar) => {
      const { before, mean } = state;
      state.before = bar;
      const { volume } = bar.text;
      if (bar.volume === null || volume === null) {
        average = sma(window);
        Object.assign(state, { volumes: [], mean: -1, sma: average.state });
        return null;
      }
      const past = state.volumes;
      const spikes =
        before !== null &&
        mean > 0 &&
        reachesRatio({ number: bar.volume, text: () => volume }, mean, () => past.slice(-window), min_ratio);
      const detection = spikes
        ? {
            detector: 'volume_spike',
            time: bar.ts,
            value: tidy(bar.volume / mean),
            evidence: {
              bars: [evidenceBar(before), evidenceBar(bar)],
              params: { min_ratio, window },
              figures: { volume: bar.volume, mean_volume: tidy(mean), ratio: tidy(bar.volume / mean) },
              past: { volume: pastOf(past, window) },
            },
          }
        : null;
      const mark = average.next(bar.volume);
      state.mean = Number.isNaN(mark) ? -1 : mark;
      remember(state.volumes, volume, window);
      return detection;
    });
  },
};
