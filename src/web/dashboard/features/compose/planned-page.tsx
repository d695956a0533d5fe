import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Planned } from '#src/shared/composed.ts';
import { ALERT_STATUS } from '#src/web/dashboard/lib/alert-state.ts';
import { localWords, plannedQuery } from '#src/web/dashboard/lib/alert/plan.ts';
import { PlanActions } from '#src/web/dashboard/lib/alert/plan-actions.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { BackLink } from '#src/web/ui/back-link.tsx';
import { buttonClass } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';

/** What is planned, the next first. */
export function PlannedPage() {
  usePageTitle('Planned alerts');
  const { data, error, refetch } = useQuery(plannedQuery);
  const mayWrite = useMay('alerts:write') === true;
  return (
    <>
      <BackLink to="/alerts">Alerts</BackLink>
      <h1 className="headline pb-5 text-h2">Planned alerts</h1>
      {data ? (
        data.items.length === 0 ? (
          <EmptyState
            heading="h2"
            title="Nothing is planned"
            text="Write an alert and choose when it goes out. Until then you can reschedule, send or cancel it here."
            action={
              mayWrite ? (
                <Link to="/alerts/new" className={buttonClass('primary')}>
                  New alert
                </Link>
              ) : (
                <Link to="/alerts" className={buttonClass('secondary')}>
                  Show all alerts
                </Link>
              )
            }
          />
        ) : (
          <ul className="border-t border-rule">
            {data.items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState
          heading="h2"
          title="Planned alerts couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <output>
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-40 w-full" />
        </output>
      )}
    </>
  );
}

function Row({ item: { id, title, symbol, brand, state, writtenBy, ...plan } }: { item: Planned }) {
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 md:grid-cols-[15rem_minmax(0,1fr)]">
      <p className="text-sm">
        <time dateTime={plan.sendAt} className="figure font-medium">
          {localWords(plan.local)}
        </time>
        <span className="block text-ink-2">{plan.timeZone.replaceAll('_', ' ')}</span>
      </p>
      <div className="min-w-0">
        <Link to={`/alerts/${id}`} className="font-medium wrap-anywhere underline">
          {title}
        </Link>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-ink-2">
          <span className="figure wrap-anywhere">{symbol}</span>
          <span>{brand.name}</span>
          <span>Written by {writtenBy}</span>
          <StatusTag {...ALERT_STATUS[state]} />
        </p>
        <PlanActions id={id} title={title} plan={plan} />
      </div>
    </li>
  );
}
