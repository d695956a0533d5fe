import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { changeFacts } from './alert-facts.ts';
import { sinceLastBar } from './detector-run.ts';
import { minPctParams, type MinPct } from './min-pct.ts';
import { watchMoves } from './since-close.ts';

/** The close moved by at least `min_pct` percent from the previous bar's close. `value`: that change in percent, signed. */
export const bigMove: DetectorDefinition<MinPct> = {
  name: 'big_move',
  title: 'Big move',
  unit: 'percent',
  alert: {
    kind: 'big_move',
    ...changeFacts('change_pct', 'close'),
    change: 'change_pct',
    rows: ['close', 'previous_close', 'when', 'rule'],
  },
  params: minPctParams(5),
  lookback: () => 1,
  start: sinceLastBar(watchMoves),
};
