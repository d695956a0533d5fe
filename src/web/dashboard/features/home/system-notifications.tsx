import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MarkAll } from '#src/web/dashboard/lib/notifications/mark-all.tsx';
import { NotificationRows } from '#src/web/dashboard/lib/notifications/notification-rows.tsx';
import { newestQuery } from '#src/web/dashboard/lib/notifications/queries.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';

/** The newest notifications, kept fresh by the live stream. */
export function SystemNotifications() {
  const { data, error, isPending, refetch } = useQuery(newestQuery);
  return (
    <section aria-labelledby="system-notifications" className="mt-10 md:mt-12">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-3">
        <h2 id="system-notifications" className="headline text-h3">
          System notifications
        </h2>
        <MarkAll />
      </div>
      {isPending ? (
        <div className="border-y border-line border-t-rule py-4">
          <Skeleton className="h-3.5 w-64 max-w-full" />
        </div>
      ) : data === undefined ? (
        <ErrorState
          title="Your notifications couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : data.items.length === 0 ? (
        <p className="border-t border-rule py-4 text-sm text-ink-2">Nothing to tell you.</p>
      ) : (
        <>
          <div className="border-t border-rule">
            <NotificationRows items={data.items} />
          </div>
          <p className="mt-4 text-sm">
            <Link to="/notifications" className="link">
              All notifications
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
