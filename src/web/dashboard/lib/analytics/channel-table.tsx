import type { AlertFilter } from '#src/shared/alert-list.ts';
import type { Analytics } from '#src/shared/analytics.ts';
import { CHANNEL_LABELS } from '../channels.ts';
import { CountLink, TimeLink } from './count-link.tsx';

const HEAD = 'py-2 pl-4 text-right font-normal';
const CELL = 'py-2 pl-4 text-right';

/** How each channel did: alerts handed over and not, and how long it took. */
export function ChannelTable({ channels, filter }: { channels: Analytics['channels']; filter: AlertFilter }) {
  return (
    <table className="w-full text-sm">
      <thead className="slug text-left text-ink-3">
        <tr className="border-y border-t-rule border-b-line">
          <th scope="col" className="py-2 font-normal">
            Channel
          </th>
          <th scope="col" className={HEAD}>
            Sent
          </th>
          <th scope="col" className={HEAD}>
            Failed
          </th>
          <th scope="col" className={HEAD}>
            Median
          </th>
          <th scope="col" className={HEAD}>
            p95
          </th>
        </tr>
      </thead>
      <tbody>
        {channels.map(({ channel, sent, failed, medianMs, p95Ms }) => {
          const name = CHANNEL_LABELS[channel];
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
