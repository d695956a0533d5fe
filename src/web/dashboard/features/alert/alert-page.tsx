import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ApiError } from '#src/web/lib/api/api.ts';
import { useLookedAt } from '#src/web/dashboard/lib/first-run/queries.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { AlertView } from './alert-view.tsx';
import { alertQuery, barCorrectionsQuery } from '#src/web/dashboard/lib/alert/queries.ts';

export function AlertPage() {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(alertQuery(id));
  // Above everything that can be clicked: it's there before that is drawn, or not at all.
  const corrections = useQuery(barCorrectionsQuery(id));
  const isWhole = corrections.data !== undefined || corrections.failureCount > 0;
  useLookedAt(data !== undefined);
  usePageTitle(data?.subject ?? 'Alert');
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <Link
        to="/alerts"
        className="-ml-1 inline-flex h-9 items-center gap-1.5 px-1 text-sm text-ink-2 hover:text-ink pointer-coarse:h-11"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        Alerts
      </Link>
      {data && isWhole ? (
        <AlertView alert={data} />
      ) : isPending || data ? (
        <div className="mt-6 grid gap-4">
          <h1 className="sr-only">Alert</h1>
          <output className="sr-only">Loading...</output>
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-10 w-full max-w-120" />
          <Skeleton className="mt-6 h-48 w-full" />
        </div>
      ) : (
        <>
          <h1 className="headline mt-4 mb-6 text-h2">{gone ? 'Alert not found' : 'Alert'}</h1>
          {gone ? (
            <p className="max-w-text text-base text-ink-2">
              There is no such alert in this workspace. It may have been removed.
            </p>
          ) : (
            <ErrorState
              heading="h2"
              title="This alert couldn’t be loaded"
              text={error?.message ?? ''}
              onRetry={() => void refetch()}
            />
          )}
        </>
      )}
    </>
  );
}
