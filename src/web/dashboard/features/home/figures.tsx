import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Analytics } from '#src/shared/analytics.ts';
import { dayBars, filterOf } from '#src/web/dashboard/lib/analytics/bars.ts';
import { analyticsQuery } from '#src/web/dashboard/lib/analytics/query.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';

// Behind the first view: where nothing has gone out yet they are not drawn at all.
const ChannelTable = lazy(async () => ({
  default: (await import('#src/web/dashboard/lib/analytics/channel-table.tsx')).ChannelTable,
}));
const CountBars = lazy(async () => ({
  default: (await import('#src/web/dashboard/lib/analytics/count-bars.tsx')).CountBars,
}));

/** How each channel did in the last thirty days. */
export function ChannelPerformance() {
  return (
    <Figures
      id="channel-performance"
      title="Channel performance"
      reserve="min-h-24 md:min-h-20"
      empty="No channel has carried an alert in the last 30 days. Trial runs aren’t counted."
    >
      {(data) => <ChannelTable channels={data.channels} filter={filterOf({}, data)} />}
    </Figures>
  );
}

/** What was sent and what failed, day by day. */
export function AlertPerformance() {
  return (
    <Figures
      id="alert-performance"
      title="Alert performance"
      empty="A daily chart of sent and failed alerts appears here after your first alert. Trial runs aren’t counted."
    >
      {(data) => <CountBars bars={dayBars(data.days, filterOf({}, data))} unit="day" />}
    </Figures>
  );
}

function Figures({
  id,
  title,
  reserve,
  empty,
  children,
}: {
  id: string;
  title: string;
  /** The room that whatever is told takes; where it is not known what stands below has to wait. */
  reserve?: string;
  /** Shown where nothing was sent. */
  empty: string;
  children: (data: Analytics) => ReactNode;
}) {
  const figures = useQuery(analyticsQuery(''));
  return (
    <section aria-labelledby={id} className="mt-10 md:mt-12">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 pb-3">
        <h2 id={id} className="headline text-h3">
          {title}
        </h2>
        <Link
          to="/analytics"
          className="inline-flex min-h-11 items-center text-sm text-ink-2 underline decoration-rule underline-offset-4 hover:text-ink"
        >
          Last 30 days in full
        </Link>
      </div>
      <div className={reserve}>
        <Content
          figures={figures}
          skeleton={reserve ? <Skeleton className={reserve} /> : <Skeleton className="h-64" data-waits />}
          empty={empty}
        >
          {children}
        </Content>
      </div>
    </section>
  );
}

function Content({
  figures: { data, error, refetch },
  skeleton,
  empty,
  children,
}: {
  figures: UseQueryResult<Analytics>;
  skeleton: ReactNode;
  empty: string;
  children: (data: Analytics) => ReactNode;
}) {
  if (data && data.channels.length > 0) return <Suspense fallback={skeleton}>{children(data)}</Suspense>;
  if (data) {
    return (
      <p className="border-t border-line py-4 text-sm text-ink-2">
        {empty}{' '}
        <Link className="link whitespace-nowrap" to="/analytics?trial=yes">
          See how trial runs did
        </Link>
      </p>
    );
  }
  if (error) {
    return (
      <ErrorState
        title="The figures couldn’t be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  return skeleton;
}
