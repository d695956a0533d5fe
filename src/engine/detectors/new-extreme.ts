import { z } from 'zod';
import type { Bar } from '#src/shared/market.ts';
import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { highest, lowest, type ExtremeState } from '../indicators/extreme.ts';
import { extremeFacts } from './alert-facts.ts';
import { barCount } from './bar-count.ts';
import { runOf, stateOf } from './detector-run.ts';
import { evidenceBar } from './evidence-bar.ts';
import { pastOf, remember } from './past.ts';

type Params = { window: number; quiet: number };
type State = {
  before: Bar | null;
  marks: string[];
  closes: string[];
  extreme: ExtremeState;
  seen: number;
  level: number;
  /** Bars since the close last lay beyond; `quiet` + 1 where it never did. */
  since: number;
};

const SIDES = {
  high: {
    name: 'new_high',
    title: 'New high',
    extreme: highest,
    sign: 1,
    figure: 'previous_high',
    alert: extremeFacts(1, 'previous_high'),
  },
  low: {
    name: 'new_low',
    title: 'New low',
    extreme: lowest,
    sign: -1,
    figure: 'previous_low',
    alert: extremeFacts(-1, 'previous_low'),
  },
} as const;

/** The two detectors of new extremes differ only in their side. */
export const newExtreme = (side: 'high' | 'low'): DetectorDefinition<Params> => {
  const { name, title, extreme, sign, figure, alert } = SIDES[side];
  return {
    name,
    title,
    unit: 'level',
    alert,
    params: z.strictObject({
      window: barCount(1, 252),
      quiet: z.int().gte(0).lte(2000).default(20),
    }),
    lookback: ({ window, quiet }) => window + quiet,
    start: (params, snapshot) => {
      const { window, quiet } = params;
      const state = stateOf<State>(snapshot, () => ({
        before: null,
        marks: [],
        closes: [],
        extreme: extreme(window).state,
        seen: 0,
        level: 0,
        since: quiet + 1,
      }));
      const track = extreme(window, state.extreme);
      state.extreme = track.state;
      return runOf(state, (bar) => {
        const { before, level, since } = state;
        const beyond = state.seen >= window && sign * bar.close > sign * level;
        const detection =
          beyond && before && since > quiet
            ? {
                detector: name,
                time: bar.ts,
                value: bar.close,
                evidence: {
                  bars: [evidenceBar(before), evidenceBar(bar)],
                  params: { window, quiet },
                  figures: { close: bar.close, [figure]: level },
                  past: {
                    [side]: pastOf(state.marks, window + quiet),
                    ...(quiet > 1 && { close: pastOf(state.closes, quiet) }),
                  },
                },
              }
            : null;
        state.before = bar;
        state.since = beyond ? 1 : Math.min(since + 1, quiet + 1);
        state.level = track.next(bar[side]);
        if (Number.isNaN(state.level)) state.level = 0;
        if (state.seen < window) state.seen += 1;
        remember(state.marks, bar.text[side], window + quiet);
        remember(state.closes, bar.text.close, quiet);
        return detection;
      });
    },
  };
};
