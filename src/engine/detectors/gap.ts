import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { changeFacts } from './alert-facts.ts';
import { sinceLastBar } from './detector-run.ts';
import { minPctParams, type MinPct } from './min-pct.ts';
import { watchGaps } from './since-close.ts';

/** The bar opened at least `min_pct` percent away from the previous bar's close. `value`: that gap in percent, signed. */
export const gap: DetectorDefinition<MinPct> = {
  name: 'gap',
  title: 'Gap',
  unit: 'percent',
  alert: {
    kind: 'gap',
    ...changeFacts('gap_pct', 'open'),
    change: 'gap_pct',
    rows: ['open', 'previous_close', 'close', 'when', 'rule'],
  },
  params: minPctParams(3),
  lookback: () => 1,
  start: sinceLastBar(watchGaps),
};
