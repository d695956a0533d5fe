import { z } from 'zod';
import type { Bar } from '#src/shared/market.ts';
import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { figureOf, paramOf, sideOf } from './alert-facts.ts';
import { rsi, type RsiState } from '../indicators/rsi.ts';
import { runOf, stateOf } from './detector-run.ts';
import { evidenceBar } from './evidence-bar.ts';
import { pastOf, remember } from './past.ts';
import { tidy } from './tidy.ts';

type Params = { period: number; level: number; direction: number };
type State = { before: Bar | null; closes: string[]; rsi: RsiState; previous: number | null };

/** An index nearer to the level than this stands on it: what is left is the noise of floats. */
const EQUAL = 1e-9;
/** After this many periods what was before weighs less than 2e-11 of the whole. */
const PERIODS = 25;

/**
 * Wilder's relative strength index of `period` closes goes from at or below `level` to above it (`direction` 1, "up"),
 * or from at or above it to below (−1, "down"). `value`: the index, 0 to 100.
 */
export const rsiCross: DetectorDefinition<Params> = {
  name: 'rsi_cross',
  title: 'RSI cross',
  unit: 'level',
  alert: {
    kind: 'rsi_cross',
    figure: 'rsi',
    holds: (evidence) =>
      paramOf(evidence, 'direction') * (figureOf(evidence, 'rsi') - paramOf(evidence, 'level')) > 0,
    claims: (evidence) => [
      { claim: 'comparison', left: 'rsi', is: sideOf(paramOf(evidence, 'direction')), right: 'level' },
    ],
    direction: (evidence) => paramOf(evidence, 'direction'),
    change: 'rsi',
    rows: ['previous_rsi', 'close', 'when', 'rule'],
  },
  params: z.strictObject({
    period: z.int().gte(2).lte(100).default(14),
    level: z.number().gt(0).lt(100).default(70),
    direction: z.literal([1, -1]).default(1),
  }),
  words: { direction: { up: 1, down: -1 } },
  lookback: ({ period }) => PERIODS * period,
  tolerance: 1e-8,
  start: (params, snapshot) => {
    const { period, level, direction } = params;
    const state = stateOf<State>(snapshot, () => ({
      before: null,
      closes: [],
      rsi: rsi(period).state,
      previous: null,
    }));
    const index = rsi(period, state.rsi);
    state.rsi = index.state;
    const sideOf = (value: number): number =>
      Math.abs(value - level) <= EQUAL ? 0 : direction * (value - level);
    return runOf(state, (bar) => {
      const { before, previous } = state;
      state.before = bar;
      const value = index.next(bar.close);
      const isCross = before !== null && previous !== null && sideOf(previous) <= 0 && sideOf(value) > 0;
      const past = isCross ? pastOf(state.closes, PERIODS * period) : [];
      remember(state.closes, bar.text.close, PERIODS * period);
      if (Number.isNaN(value)) return null;
      state.previous = value;
      if (!isCross) return null;
      return {
        detector: 'rsi_cross',
        time: bar.ts,
        value: tidy(value),
        evidence: {
          bars: [evidenceBar(before), evidenceBar(bar)],
          params: { period, level, direction },
          figures: { rsi: tidy(value), previous_rsi: tidy(previous) },
          past: { close: past },
        },
      };
    });
  },
};
