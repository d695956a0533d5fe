import { useQuery } from '@tanstack/react-query';
import { reviewsQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { isDemo } from '#src/web/lib/api/access.ts';
import { cx } from '#src/web/ui/cx.ts';

/** How many alerts wait, in the menu; nothing where none does. */
export function Count() {
  const may = useMay('alerts:approve');
  const { data } = useQuery({ ...reviewsQuery(1), enabled: !isDemo() });
  if (!data || data.count === 0) return null;
  return (
    <span className={cx('figure ml-auto text-xs', may ? 'font-semibold text-brass' : 'text-ink-3')}>
      {data.count.toLocaleString('en-US')}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
