import { Delta } from '#src/web/ui/delta.tsx';
import { formatDay } from '../../market-record.ts';
import { phantoms } from '../subjects/apple.ts';
import { ChartFrame, Table } from './chart-frame.tsx';
import { APPLE } from './sources.ts';

export function TwoColumns() {
  return (
    <ChartFrame
      title="The same days in two columns of one record"
      source={`${APPLE} Days on which the adjusted close moved by 3% or more and the close by less than 1%.`}
    >
      <Table
        caption="Changes of the close and of the adjusted close"
        columns={[
          { label: 'Day' },
          { label: 'Close', figure: true },
          { label: 'Adjusted close', figure: true },
          { label: 'Difference, points', figure: true },
        ]}
        rows={phantoms.map(({ date, change, adjustedChange }) => [
          formatDay(date),
          <Delta key="close" value={change} />,
          <Delta key="adjusted" value={adjustedChange} />,
          (adjustedChange - change).toFixed(2),
        ])}
      />
    </ChartFrame>
  );
}
