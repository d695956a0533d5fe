import { useRef } from 'react';
import type { RecentAlert } from '#src/shared/alerts.ts';
import { ALERT_COLUMNS } from '#src/web/dashboard/lib/alert-columns.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { TableHead } from '#src/web/ui/table-head.tsx';
import { AlertRow } from './alert-row.tsx';
import { rowKey } from './use-arrivals.ts';

export function AlertsTable({ alerts, fresh }: { alerts: RecentAlert[]; fresh: ReadonlySet<string> }) {
  const box = useRef<HTMLTableElement>(null);
  useRowKeys(box);
  return (
    <table ref={box} className="w-full table-fixed border-separate border-spacing-0 text-sm">
      <TableHead columns={ALERT_COLUMNS} sticky />
      <tbody>
        {alerts.map((alert) => (
          <AlertRow key={rowKey(alert)} alert={alert} fresh={fresh.has(rowKey(alert))} />
        ))}
      </tbody>
    </table>
  );
}
