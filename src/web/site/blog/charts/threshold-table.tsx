import { facts, reaches } from '../subjects/moves.ts';
import { ChartFrame, Table } from './chart-frame.tsx';
import { SP500 } from './sources.ts';

export function ThresholdTable() {
  return (
    <ChartFrame
      title="Days that reached each threshold"
      source={`${SP500} Moves against the previous close, either way; ${facts['sessions']} sessions. A year counts as 252 sessions for the average; the record’s last year ends in April.`}
    >
      <Table
        caption="Days that reached each threshold"
        columns={[
          { label: 'Move of at least' },
          { label: 'Days', figure: true },
          { label: 'One day in', figure: true },
          { label: 'A year', figure: true },
          { label: 'Busiest year', figure: true },
          { label: 'Years without', figure: true },
        ]}
        rows={reaches.map(({ threshold, days, oneIn, quietYears, busiest }) => [
          `${threshold}%`,
          days.toLocaleString('en-US'),
          oneIn,
          facts[`perYear${threshold}`],
          `${busiest.year}: ${busiest.days}`,
          quietYears,
        ])}
      />
    </ChartFrame>
  );
}
