import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { NOTIFICATION_DAYS } from '#src/shared/notifications.ts';
import { MarkAll } from '#src/web/dashboard/lib/notifications/mark-all.tsx';
import { NotificationRows } from '#src/web/dashboard/lib/notifications/notification-rows.tsx';
import { allQuery } from '#src/web/dashboard/lib/notifications/queries.ts';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';

export function NotificationsPage() {
  usePageTitle('Notifications');
  const list = useInfiniteQuery(allQuery);
  const { data, error, isPending, refetch, hasNextPage } = list;
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-6">
        <h1 className="headline text-h2">Notifications</h1>
        <MarkAll />
      </div>
      {isPending ? (
        <RowsSkeleton />
      ) : data === undefined ? (
        <ErrorState
          heading="h2"
          title="Your notifications couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : items.length === 0 ? (
        <EmptyState
          heading="h2"
          title="Nothing to tell you"
          text="You see failed alerts, the end of your trial, security changes and more here."
        />
      ) : (
        <div ref={box} className="border-t border-rule">
          <NotificationRows items={items} />
          <ShowMore list={list} label="Show older ones" />
          {hasNextPage ? null : <p className="pt-6 text-sm text-ink-3">Kept for {NOTIFICATION_DAYS} days.</p>}
        </div>
      )}
    </>
  );
}

const WIDTHS = ['w-48', 'w-64', 'w-56', 'w-40'];

function RowsSkeleton() {
  return (
    <div className="border-t border-rule">
      <output className="sr-only">Loading...</output>
      {WIDTHS.map((width) => (
        <div key={width} className="border-b border-line py-4 pl-5">
          <Skeleton className={`h-3.5 max-w-full ${width}`} />
          <Skeleton className="mt-2.5 h-3.5 w-72 max-w-full" />
        </div>
      ))}
    </div>
  );
}
