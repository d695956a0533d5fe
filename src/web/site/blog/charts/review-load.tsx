import { facts, LARGE_PCT, load, QUIET_SESSIONS } from '../subjects/approval.ts';
import { ChartFrame, Figures } from './chart-frame.tsx';
import { Key, YearColumns } from './columns.tsx';
import { SP500 } from './sources.ts';

const TONES = { read: 'fill-ink', alone: 'fill-rule' } as const;

export function ReviewLoad() {
  return (
    <ChartFrame
      title="Alerts a year, and how many wait for a reader"
      source={`${SP500} Review: moves of ${LARGE_PCT}% or more, and the first after more than ${QUIET_SESSIONS} silent sessions; the first of the record counts as one. 2020 holds January to 17 April.`}
    >
      <Key
        entries={[
          { className: TONES.read, words: 'read first' },
          { className: TONES.alone, words: 'automatically' },
        ]}
      />
      <YearColumns
        label={`Columns for each year: ${facts['all']} alerts, of which ${facts['read']} are read first, most of them in ${facts['busiestYear']} (${facts['busiest']}).`}
        stacks={load.map(({ year, read, alone }) => ({
          year,
          total: read + alone,
          parts: [
            { days: read, className: TONES.read },
            { days: alone, className: TONES.alone },
          ],
        }))}
      />
      <Figures
        caption="Alerts a year by route"
        columns={[
          { label: 'Year' },
          { label: 'Read first', figure: true },
          { label: 'Automatic', figure: true },
        ]}
        rows={load.map(({ year, read, alone }) => [year, read, alone])}
      />
    </ChartFrame>
  );
}
