import { watchGaps, watchMoves } from '#src/engine/detectors/since-close.ts';
import type { Bar, Detection } from '#src/shared/market.ts';
import { barOf } from '../../market/bars.ts';
import type { HeroRule, HeroSeries } from './series.ts';

/** The engine's own detectors, without their schemas: the rule of a series is written by us and holds. */
const WATCH = { big_move: watchMoves, gap: watchGaps } as const satisfies Record<
  HeroRule['detector'],
  (params: HeroRule) => (bar: Bar) => Detection | null
>;

export type HeroEvent = { bars: readonly Bar[]; detection: Detection };

/** Feeds the bars to the detector one by one and keeps those up to its first detection. Throws where it finds nothing. */
export function catchEvent({ id, rule, rows }: HeroSeries): HeroEvent {
  const feed = WATCH[rule.detector]({ min_pct: rule.min_pct });
  const bars: Bar[] = [];
  for (const row of rows) {
    const bar = barOf(row);
    bars.push(bar);
    const detection = feed(bar);
    if (detection) return { bars, detection };
  }
  throw new Error(`The rule of ${id} finds nothing in its series.`);
}
