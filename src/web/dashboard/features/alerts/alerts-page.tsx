import { Plus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Link } from 'react-router';
import { AlertRows } from './alert-rows.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { useAlertFilter } from '#src/web/dashboard/lib/filter/use-alert-filter.ts';
import { useAlertRows } from './use-alert-rows.ts';

/** Closer to the top than this, new rows may push the others down: the reader sees them come. */
const TOP_PX = 240;

export function AlertsPage() {
  usePageTitle('Alerts');
  const mayWrite = useMay('alerts:write') === true && readOnlyReason() === null;
  const filter = useAlertFilter();
  const atTop = useAtTop();
  const list = useAlertRows(filter.text, atTop);
  const { loadOlder } = list;
  const onNearEnd = useCallback(() => loadOlder(), [loadOlder]);
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-5">
        <h1 className="headline text-h2">Alerts</h1>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {readOnlyReason() === null ? (
            <Link to="/alerts/planned" className="text-sm text-ink-2 underline">
              Planned
            </Link>
          ) : null}
          <Link to="/deliveries" className="text-sm text-ink-2 underline">
            Deliveries
          </Link>
          {mayWrite ? (
            <Link to="/alerts/new" className={buttonClass('primary')}>
              <Plus size={16} aria-hidden="true" />
              New alert
            </Link>
          ) : null}
        </div>
      </header>
      <FilterBar {...filter} />
      <output className="sr-only">
        {list.isPending ? 'Loading...' : list.error === null && list.rows.length === 0 ? 'No alerts.' : ''}
      </output>
      {list.waiting > 0 ? (
        <div className="pointer-events-none sticky top-16 z-20 -mb-9 flex justify-center">
          <button
            type="button"
            className="pointer-events-auto h-9 rounded-full bg-reverse px-4 text-sm font-medium text-on-reverse pointer-coarse:h-11"
            onClick={() => {
              list.show();
              window.scrollTo({ top: 0 });
            }}
          >
            {list.waiting === 1 ? '1 new alert' : `${list.waiting} new alerts`}
          </button>
        </div>
      ) : null}
      {list.error ? (
        <ErrorState
          heading="h2"
          title="Your alerts couldn’t be loaded"
          text={list.error.message}
          onRetry={list.retry}
        />
      ) : list.isPending ? (
        <RowsSkeleton />
      ) : list.rows.length === 0 && !list.hasOlder ? (
        <Nothing filtered={filter.text !== ''} />
      ) : (
        <>
          <AlertRows rows={list.rows} onNearEnd={onNearEnd} />
          {list.olderError ? (
            <p role="alert" className="flex items-center gap-4 py-4 text-sm text-fault">
              Older alerts couldn’t be loaded. {list.olderError.message}
              <Button size="sm" onClick={list.loadOlder}>
                Try again
              </Button>
            </p>
          ) : (
            <p className="py-4 text-sm text-ink-3">
              {list.hasOlder ? 'Loading older alerts...' : endOf(list.rows.length)}
            </p>
          )}
        </>
      )}
    </>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      heading="h2"
      title="No alert fits this filter"
      text="Remove a filter, or show all alerts."
      action={
        <Link to="/alerts" className={buttonClass('secondary')}>
          Show all alerts
        </Link>
      }
    />
  ) : (
    <EmptyState
      heading="h2"
      title="Nothing on the wire yet"
      text="Your alerts appear here, with their data and deliveries. Start a trial run to see the first one."
      action={
        <Link to="/" className={buttonClass('primary')}>
          Go to the trial run
        </Link>
      }
    />
  );
}

const endOf = (count: number): string =>
  count === 1 ? 'One alert.' : `All ${count.toLocaleString('en-US')} alerts are shown.`;

function useAtTop(): boolean {
  const [atTop, setAtTop] = useState(true);
  useEffect(() => {
    const look = () => setAtTop(window.scrollY < TOP_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return atTop;
}
