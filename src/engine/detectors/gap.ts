import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { BAR, changeWords, CLOSE, PREVIOUS, RULE } from './alert-words.ts';
import { sinceLastBar } from './detector-run.ts';
import { minPctParams, type MinPct } from './min-pct.ts';
import { watchGaps } from './since-close.ts';

/** The bar opened at least `min_pct` percent away from the previous bar's close. `value`: that gap in percent, signed. */
export const gap: DetectorDefinition<MinPct> = {
  name: 'gap',
  title: 'Gap',
  unit: 'percent',
  alert: {
    ...changeWords('gap_pct', 'open'),
    headline: '{{name}} opens {{size_pct}} {{verb}}',
    lead: '{{instrument}} opened at {{open}} {{bar_phrase}}, {{size_pct}} {{side}} the previous close of {{previous_close}} {{previous_phrase}}. It {{closed}} at {{close}}{{at_the_time}}.',
    rule: 'Gaps of {{min_pct}} or more, {{bars}}',
    up: { verb: 'higher', side: 'above' },
    down: { verb: 'lower', side: 'below' },
    change: { label: 'Gap', value: '{{gap_pct}}' },
    rows: [{ label: 'Open', value: '{{open}}' }, PREVIOUS, CLOSE, BAR, RULE],
  },
  params: minPctParams(3),
  lookback: () => 1,
  start: sinceLastBar(watchGaps),
};
