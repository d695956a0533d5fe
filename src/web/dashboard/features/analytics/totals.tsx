import type { ReactNode } from 'react';
import type { AlertFilter } from '#src/shared/alert-list.ts';
import type { PeriodFigures } from '#src/shared/analytics.ts';
import { CountLink, TimeLink } from '#src/web/dashboard/lib/analytics/count-link.tsx';
import { changeOf } from '#src/web/dashboard/lib/analytics/change.ts';
import { sentLabel } from '#src/web/dashboard/lib/sent-label.ts';

const COUNTS = [
  { name: 'alerts', label: 'Alerts', says: 'alerts', more: {} },
  { name: 'sent', label: 'Sent', says: 'alerts sent', more: { outcome: 'sent' } },
  { name: 'failed', label: 'Failed', says: 'alerts failed', more: { outcome: 'failed' } },
] as const;
const TIMES = [
  { name: 'medianMs', label: 'Time to send, median', says: 'median' },
  { name: 'p95Ms', label: 'Time to send, p95', says: 'p95' },
] as const;

/** The whole period, each figure beside that of the same number of days before. */
export function Totals({
  period,
  before,
  filter,
}: {
  period: PeriodFigures;
  before: PeriodFigures;
  filter: AlertFilter;
}) {
  const was: AlertFilter = { ...filter, from: before.from, to: before.to };
  return (
    <dl
      aria-label="Totals"
      className="grid grid-cols-2 gap-x-8 gap-y-6 border-y border-t-rule border-b-line py-5 md:grid-cols-3 xl:grid-cols-5"
    >
      {COUNTS.map(({ name, label, says, more }) => (
        <Total
          key={name}
          label={name === 'sent' ? sentLabel() : label}
          change={changeOf(period[name], before[name])}
          before={
            before[name] === 0 ? null : (
              <CountLink
                count={before[name]}
                filter={{ ...was, ...more }}
                says={`${says} in the period before`}
              />
            )
          }
        >
          <CountLink
            count={period[name]}
            filter={{ ...filter, ...more }}
            says={`${says} in this period`}
            fault={name === 'failed'}
          />
        </Total>
      ))}
      {TIMES.map(({ name, label, says }) => (
        <Total
          key={name}
          label={label}
          change={null}
          before={
            before[name] === null ? null : (
              <TimeLink ms={before[name]} filter={was} says={`${says}, of those sent before`} />
            )
          }
        >
          <TimeLink ms={period[name]} filter={filter} says={`${says}, of those sent`} />
        </Total>
      ))}
    </dl>
  );
}

function Total({
  label,
  change,
  before,
  children,
}: {
  label: string;
  change: string | null;
  before: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="mt-1 text-h3">{children}</dd>
      <dd className="mt-1 text-xs text-ink-2">
        {change === null ? null : <span className="figure">{change} · </span>}
        {before ?? 'None'} before
      </dd>
    </div>
  );
}
