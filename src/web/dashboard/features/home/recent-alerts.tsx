import { useQuery } from '@tanstack/react-query';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { AlertsTable } from './alerts-table.tsx';
import { AlertsSkeleton } from './alerts-skeleton.tsx';
import { recentAlertsQuery } from './queries.ts';
import { TrialRunButton } from '#src/web/dashboard/lib/trial-run-button.tsx';
import { useArrivals } from './use-arrivals.ts';

/** The workspace's last alerts, kept fresh by the live stream. */
export function RecentAlerts() {
  const { data, error, isPending, refetch } = useQuery(recentAlertsQuery);
  const { fresh, announcement } = useArrivals(data);
  const mayRun = useMay('alerts:run');
  return (
    <section aria-labelledby="recent-alerts" className="mt-10 md:mt-12">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-3">
        <h2 id="recent-alerts" className="headline text-h3">
          Recent alerts
        </h2>
        {data && data.length > 0 ? <TrialRunButton size="sm" /> : null}
      </div>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {isPending ? (
        <AlertsSkeleton />
      ) : data === undefined ? (
        <ErrorState
          title="Your alerts couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : data.length === 0 ? (
        <EmptyState
          title="Nothing on the wire yet"
          text={
            mayRun === false
              ? 'Alerts appear here once your workspace has sent one.'
              : 'Run your automation once over recorded market data: it finds an event, writes the alert in your brand and puts it here.'
          }
          action={<TrialRunButton variant="primary" />}
        />
      ) : (
        <AlertsTable alerts={data} fresh={fresh} />
      )}
    </section>
  );
}
