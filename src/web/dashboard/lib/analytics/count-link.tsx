import { Link } from 'react-router';
import type { AlertFilter } from '#src/shared/alert-list.ts';
import { cx } from '#src/web/ui/cx.ts';
import { formatNumber } from '#src/web/ui/format.ts';
import { formatDuration } from './duration.ts';
import { listPath } from './list-path.ts';

const LINK = 'underline decoration-rule decoration-1 underline-offset-4 hover:decoration-current';

/** A count of alerts that leads to them. `says` is what a screen reader hears besides; behind a zero there is nothing. */
export function CountLink({
  count,
  filter,
  says,
  fault = false,
}: {
  count: number;
  filter: AlertFilter;
  says: string;
  fault?: boolean;
}) {
  if (count === 0) return <span className="figure text-ink-3">0</span>;
  return (
    <Link
      to={listPath(filter)}
      aria-label={`${formatNumber(count)} ${says}`}
      className={cx('figure', LINK, fault ? 'text-fault' : 'text-ink')}
    >
      {formatNumber(count)}
    </Link>
  );
}

/** A length of time in ms that leads to the alerts it was measured on: those handed over. A dash where there are none. */
export function TimeLink({ ms, filter, says }: { ms: number | null; filter: AlertFilter; says: string }) {
  if (ms === null) return <span className="figure text-ink-3">–</span>;
  const text = formatDuration(ms);
  return (
    <Link
      to={listPath({ ...filter, outcome: 'sent' })}
      aria-label={`${text} ${says}`}
      className={cx('figure text-ink', LINK)}
    >
      {text}
    </Link>
  );
}
