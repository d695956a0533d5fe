import { z } from 'zod';
import type { Bar } from '#src/shared/market.ts';
import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { CANDLE_TURNS, candleNumbered, CANDLES } from '#src/shared/rules/candles.ts';
import { changeTo, figureOf, near, paramOf } from '../alert-facts.ts';
import { runOf, stateOf } from '../detector-run.ts';
import { evidenceBar } from '../evidence-bar.ts';
import { tidy } from '../tidy.ts';
import { type Pattern, PATTERNS } from './patterns.ts';

type Params = { pattern: number; trend: number };

const COLUMNS = ['open', 'high', 'low', 'close'] as const;
const numbers = Object.values(CANDLES);

/** A pattern, which way prices go before it (0: either), and how many bars before the last are looked at. */
const wantedOf = ({ pattern: number, trend }: Params): { pattern: Pattern; way: number; reach: number } => {
  const name = candleNumbered(number);
  const pattern = PATTERNS[name];
  const way = trend === 0 ? 0 : -CANDLE_TURNS[name];
  return { pattern, way, reach: Math.max(1, pattern.bars - 1 + (way === 0 ? 0 : trend + 1)) };
};

/** Which way the close went over `trend` bars, up to the last before the pattern. */
const wentBefore = (bars: readonly Bar[], pattern: Pattern, trend: number): number => {
  const end = bars[bars.length - 1 - pattern.bars];
  const start = bars[bars.length - 1 - pattern.bars - trend];
  return end && start ? Math.sign(end.close - start.close) : Number.NaN;
};

/**
 * The last bars draw a candle pattern (`patterns.ts` says which and how), and the close before it had gone the way that
 * the pattern turns, over `trend` bars; 0 asks for no way. `value`: the change of the close since the bar before, in
 * percent.
 */
export const candle: DetectorDefinition<Params> = {
  name: 'candle',
  title: 'Candle pattern',
  unit: 'percent',
  alert: {
    kind: 'candle',
    figure: 'change_pct',
    holds: (evidence) => near(figureOf(evidence, 'change_pct'), changeTo(evidence, 'close')),
    claims: () => [],
    direction: (evidence) =>
      CANDLE_TURNS[candleNumbered(paramOf(evidence, 'pattern'))] || changeTo(evidence, 'close'),
    named: (evidence) => ({ candle: candleNumbered(paramOf(evidence, 'pattern')) }),
    change: 'change_pct',
    rows: ['open', 'close', 'previous_close', 'when', 'rule'],
  },
  params: z.strictObject({
    pattern: z.literal(numbers).default(CANDLES.bullish_engulfing),
    trend: z.int().gte(0).lte(100).default(5),
  }) as z.ZodType<Params>,
  words: { pattern: CANDLES },
  lookback: (params) => wantedOf(params).reach,
  start: (params, snapshot) => {
    const { trend } = params;
    const { pattern, way, reach } = wantedOf(params);
    const state = stateOf<{ bars: Bar[] }>(snapshot, () => ({ bars: [] }));
    return runOf(state, (bar) => {
      state.bars.push(bar);
      if (state.bars.length > reach + 1) state.bars.shift();
      const { bars } = state;
      const before = bars.at(-2);
      if (!before || bars.length < pattern.bars) return null;
      const first = bars.at(-3) ?? before;
      if (!pattern.holds([first, before, bar])) return null;
      if (way !== 0 && wentBefore(bars, pattern, trend) !== way) return null;
      const value = tidy((bar.close / before.close - 1) * 100);
      const past = bars.slice(0, -2);
      return {
        detector: 'candle',
        time: bar.ts,
        value,
        evidence: {
          bars: [evidenceBar(before), evidenceBar(bar)],
          params: { ...params },
          figures: { previous_close: before.close, close: bar.close, change_pct: value },
          past: Object.fromEntries(COLUMNS.map((column) => [column, past.map(({ text }) => text[column])])),
        },
      };
    });
  },
};
