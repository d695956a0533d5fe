import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Usage as UsageData } from '#src/shared/usage.ts';
import { usageQuery } from '#src/web/dashboard/lib/plan/queries.ts';
import { dayOf } from '#src/web/dashboard/lib/plan/words.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';

/** What of the month's alerts is used, as far as it is known. */
export function UsageThisMonth() {
  const { data, isPending, error, refetch } = useQuery(usageQuery);
  return (
    <section aria-label="Usage this month" className="min-w-52">
      <h2 className="slug text-ink-3">Usage this month</h2>
      {isPending ? (
        <>
          <span className="sr-only">Loading</span>
          <Skeleton className="mt-1.5 h-4 w-32" />
          <Skeleton className="mt-2.5 h-1 w-full" />
          <Skeleton className="mt-2 h-3 w-40" />
        </>
      ) : data ? (
        <Figures alerts={data.alerts} />
      ) : (
        <p className="mt-0.5 text-sm text-ink-2" role="alert">
          It couldn’t be loaded: {error?.message}{' '}
          <button type="button" className="link min-h-11" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
    </section>
  );
}

function Figures({ alerts }: Pick<UsageData, 'alerts'>) {
  const { used, allowed, remaining, withheld, resetsAt } = alerts;
  const share = allowed === null ? 0 : Math.min(1, used / allowed);
  return (
    <>
      <p className="mt-0.5 text-base">
        <span className="figure font-medium">{used}</span>
        {allowed === null ? ' alerts' : <span className="figure"> / {allowed}</span>}
        {allowed === null ? null : (
          <span className="text-ink-2">
            {' '}
            alerts · <span className="figure">{Math.floor(share * 100)}%</span>
          </span>
        )}
      </p>
      {allowed === null ? null : (
        <div aria-hidden="true" className="mt-2 h-1 bg-line">
          <div className="h-full bg-ink" style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <p className="mt-1.5 text-sm text-ink-2">
        {remaining === null ? 'No limit.' : `${remaining} remaining until ${dayOf(resetsAt)}, UTC.`}
      </p>
      {remaining === 0 ? (
        <p className="text-sm text-ink-2">
          What comes until then is kept, not sent.{' '}
          <Link className="link" to="/plans">
            See the plans
          </Link>
        </p>
      ) : null}
      {withheld > 0 ? (
        <p className="text-sm text-fault">
          {withheld === 1 ? '1 alert was' : `${withheld} alerts were`} held back.{' '}
          <Link className="link" to="/alerts?state=withheld">
            See which
          </Link>
        </p>
      ) : null}
    </>
  );
}
