import { useRef } from 'react';
import type { RecentAlert } from '#src/shared/alerts.ts';
import { useRowKeys } from '#src/web/dashboard/lib/use-row-keys.ts';
import { cx } from '#src/web/ui/cx.ts';
import { AlertRow } from './alert-row.tsx';
import { rowKey } from './use-arrivals.ts';

const HEAD = 'sticky top-14 z-10 border-y border-t-rule border-b-line bg-paper py-2 font-normal';

export function AlertsTable({ alerts, fresh }: { alerts: RecentAlert[]; fresh: ReadonlySet<string> }) {
  const box = useRef<HTMLTableElement>(null);
  useRowKeys(box);
  return (
    <table ref={box} className="w-full border-separate border-spacing-0 text-sm">
      <thead className="slug text-left text-ink-3">
        <tr>
          <th scope="col" className={HEAD}>
            Alert
          </th>
          <th scope="col" className={cx(HEAD, 'hidden pl-6 lg:table-cell')}>
            Symbol
          </th>
          <th scope="col" className={cx(HEAD, 'pl-4 text-right md:pl-6')}>
            Figure
          </th>
          <th scope="col" className={cx(HEAD, 'hidden pl-8 lg:table-cell')}>
            Event
          </th>
          <th scope="col" className={cx(HEAD, 'hidden pl-8 xl:table-cell')}>
            Channel
          </th>
          <th scope="col" className={cx(HEAD, 'hidden pl-8 lg:table-cell')}>
            Time
          </th>
          <th scope="col" className={cx(HEAD, 'hidden pl-8 lg:table-cell')}>
            Status
          </th>
        </tr>
      </thead>
      <tbody>
        {alerts.map((alert) => (
          <AlertRow key={rowKey(alert)} alert={alert} fresh={fresh.has(rowKey(alert))} />
        ))}
      </tbody>
    </table>
  );
}
