import { z } from 'zod';
import type { Bar } from '#src/shared/market.ts';
import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { figureOf, lastTwo, near, paramOf, sideOf } from './alert-facts.ts';
import { runOf, stateOf } from './detector-run.ts';
import { DIRECTION, DIRECTION_WORDS } from './direction.ts';
import { evidenceBar } from './evidence-bar.ts';
import { pastOf, remember } from './past.ts';
import { tidy } from './tidy.ts';

type Params = { length: number; direction: 1 | -1 };
type State = { before: Bar | null; closes: string[]; run: number };

/**
 * The close is above (`direction` 1, "up") or below (−1, "down") the close before it for the `length`th time in a row:
 * found once, on the bar that makes the streak so long. An equal close ends it. `value`: the change from the close
 * before the streak, in percent.
 */
export const streak: DetectorDefinition<Params> = {
  name: 'streak',
  title: 'Streak',
  unit: 'percent',
  alert: {
    kind: 'streak',
    figure: 'change_pct',
    holds: (evidence) =>
      near(
        figureOf(evidence, 'change_pct'),
        (Number(lastTwo(evidence).bar?.close) / figureOf(evidence, 'start_close') - 1) * 100,
      ) && paramOf(evidence, 'direction') * figureOf(evidence, 'change_pct') > 0,
    claims: (evidence) => [
      {
        claim: 'comparison',
        left: 'close',
        is: sideOf(paramOf(evidence, 'direction')),
        right: 'start_close',
      },
    ],
    direction: (evidence) => paramOf(evidence, 'direction'),
    change: 'streak_pct',
    rows: ['close', 'start_close', 'when', 'rule'],
  },
  params: z.strictObject({ length: z.int().gte(2).lte(100).default(5), direction: DIRECTION }),
  words: DIRECTION_WORDS,
  // One more than it has: whether the bar before it was part of it as well.
  lookback: ({ length }) => length + 1,
  start: ({ length, direction }, snapshot) => {
    const state = stateOf<State>(snapshot, () => ({ before: null, closes: [], run: 0 }));
    return runOf(state, (bar) => {
      const { before, closes } = state;
      const goesOn = before !== null && direction * (bar.close - before.close) > 0;
      state.run = goesOn ? Math.min(state.run + 1, length + 1) : 0;
      const from = Number(closes[closes.length - length]);
      const past = state.run === length ? pastOf(closes, length + 1) : [];
      remember(closes, bar.text.close, length + 1);
      state.before = bar;
      if (before === null || state.run !== length) return null;
      const value = tidy((bar.close / from - 1) * 100);
      return {
        detector: 'streak',
        time: bar.ts,
        value,
        evidence: {
          bars: [evidenceBar(before), evidenceBar(bar)],
          params: { length, direction },
          figures: { start_close: from, close: bar.close, change_pct: value },
          past: { close: past },
        },
      };
    });
  },
};
