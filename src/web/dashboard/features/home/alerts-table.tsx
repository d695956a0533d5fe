import { useRef } from 'react';
import type { RecentAlert } from '#src/shared/alerts.ts';
import { useRowKeys } from '#src/web/dashboard/lib/use-row-keys.ts';
import { type HeadColumn, TableHead } from '#src/web/ui/table-head.tsx';
import { AlertRow } from './alert-row.tsx';
import { rowKey } from './use-arrivals.ts';

const WIDE = 'hidden pl-8 lg:table-cell';
const COLUMNS: readonly HeadColumn[] = [
  { label: 'Alert' },
  { label: 'Symbol', className: 'hidden pl-6 lg:table-cell' },
  { label: 'Figure', figures: true, className: 'pl-4 md:pl-6' },
  { label: 'Event', className: WIDE },
  { label: 'Channel', className: 'hidden pl-8 xl:table-cell' },
  { label: 'Time', className: WIDE },
  { label: 'Status', className: WIDE },
];

export function AlertsTable({ alerts, fresh }: { alerts: RecentAlert[]; fresh: ReadonlySet<string> }) {
  const box = useRef<HTMLTableElement>(null);
  useRowKeys(box);
  return (
    <table ref={box} className="w-full border-separate border-spacing-0 text-sm">
      <TableHead columns={COLUMNS} sticky />
      <tbody>
        {alerts.map((alert) => (
          <AlertRow key={rowKey(alert)} alert={alert} fresh={fresh.has(rowKey(alert))} />
        ))}
      </tbody>
    </table>
  );
}
