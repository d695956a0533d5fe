import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { cx } from '#src/web/ui/cx.ts';
import { waitingBarCorrectionCountQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { samplesQuery } from './samples.ts';

/** The lists of the screen. */
export function ReviewNav({ at }: { at: 'waiting' | 'checks' | 'corrections' }) {
  const { data } = useQuery(samplesQuery('waiting'));
  const count = data?.policies.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0;
  const corrections = useQuery(waitingBarCorrectionCountQuery).data ?? 0;
  const tabs = [
    { key: 'waiting', to: '/review', label: 'Waiting', says: undefined },
    {
      key: 'checks',
      to: '/review?list=checks',
      label: count > 0 ? `Checks (${count.toLocaleString('en-US')})` : 'Checks',
      says: 'Alerts that a policy approved, to be checked afterwards',
    },
    {
      key: 'corrections',
      to: '/review?list=corrections',
      label: corrections > 0 ? `Corrections (${corrections.toLocaleString('en-US')})` : 'Corrections',
      says: 'Alerts whose bars were corrected',
    },
  ];
  return (
    <nav aria-label="Review" className="flex gap-x-5">
      {tabs.map(({ key, to, label, says }) => (
        <Link
          key={key}
          to={to}
          title={says}
          aria-current={key === at ? 'page' : undefined}
          className={cx(
            'inline-flex h-11 items-center border-b-2 text-sm',
            key === at ? 'border-ink font-medium text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
