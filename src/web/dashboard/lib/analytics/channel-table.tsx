import type { AlertFilter } from '#src/shared/alert-list.ts';
import type { Analytics } from '#src/shared/analytics.ts';
import { TableHead } from '#src/web/ui/table-head.tsx';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { CountLink, TimeLink } from './count-link.tsx';
import { sentLabel } from '../sent-label.ts';

const FIGURES = { figures: true, className: 'pl-2 sm:pl-4' };
const COLUMNS = [
  { label: 'Channel' },
  {
    get label() {
      return sentLabel();
    },
    ...FIGURES,
  },
  { label: 'Failed', ...FIGURES },
  { label: 'Median', ...FIGURES },
  { label: 'p95', ...FIGURES },
];
const CELL = 'py-2 pl-2 text-right whitespace-nowrap sm:pl-4';

/** How each channel did: alerts handed over and not, and how long it took. */
export function ChannelTable({ channels, filter }: { channels: Analytics['channels']; filter: AlertFilter }) {
  const titleOf = useChannelTitle();
  return (
    <table className="w-full text-sm">
      <TableHead columns={COLUMNS} />
      <tbody>
        {channels.map(({ channel, sent, failed, medianMs, p95Ms }) => {
          const name = titleOf(channel);
          const at: AlertFilter = { ...filter, channel: [channel] };
          return (
            <tr key={channel} className="border-b border-line">
              <th scope="row" className="py-2 text-left font-medium">
                {name}
              </th>
              <td className={CELL}>
                <CountLink count={sent} filter={{ ...at, outcome: 'sent' }} says={`alerts sent, ${name}`} />
              </td>
              <td className={CELL}>
                <CountLink
                  count={failed}
                  filter={{ ...at, outcome: 'failed' }}
                  says={`alerts failed, ${name}`}
                  fault
                />
              </td>
              <td className={CELL}>
                <TimeLink ms={medianMs} filter={at} says={`median, ${name}`} />
              </td>
              <td className={CELL}>
                <TimeLink ms={p95Ms} filter={at} says={`p95, ${name}`} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
