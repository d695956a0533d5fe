import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { BAR, changeWords, CLOSE, PREVIOUS, RULE } from './alert-words.ts';
import { sinceLastBar } from './detector-run.ts';
import { minPctParams, type MinPct } from './min-pct.ts';
import { watchMoves } from './since-close.ts';

/** The close moved by at least `min_pct` percent from the previous bar's close. `value`: that change in percent, signed. */
export const bigMove: DetectorDefinition<MinPct> = {
  name: 'big_move',
  title: 'Big move',
  unit: 'percent',
  alert: {
    ...changeWords('change_pct', 'close'),
    headline: '{{name}} {{verb}} {{size_pct}} in {{span}}',
    lead: '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, {{size_pct}} {{side}} the previous close of {{previous_close}} {{previous_phrase}}.',
    rule: 'Moves of {{min_pct}} or more, {{bars}}',
    up: { verb: 'rises', side: 'above' },
    down: { verb: 'falls', side: 'below' },
    change: { label: 'Change', value: '{{change_pct}}' },
    rows: [CLOSE, PREVIOUS, BAR, RULE],
  },
  params: minPctParams(5),
  lookback: () => 1,
  start: sinceLastBar(watchMoves),
};
