import { useInfiniteQuery } from '@tanstack/react-query';
import { activitySentence, type ActivityRow } from '#src/shared/activity.ts';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { ActivityFilterBar } from './activity-filter.tsx';
import { activityQuery } from './queries.ts';
import { TeamHead } from './team-head.tsx';
import { useActivityFilter } from './use-activity-filter.ts';

/** Who did what, for those who answer for the workspace. */
export function ActivityPage() {
  usePageTitle('Activity');
  const may = useMay('activity:read');
  return (
    <>
      <TeamHead />
      {may === undefined ? (
        <RowsSkeleton />
      ) : may ? (
        <ActivityLog />
      ) : (
        <NoPermission permission="activity:read" title="Activity isn’t available to your role" />
      )}
    </>
  );
}

function ActivityLog() {
  const { filter, text, set } = useActivityFilter();
  const list = useInfiniteQuery(activityQuery(text));
  const { data, error, isPending, refetch } = list;
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-label="Activity">
      <ActivityFilterBar filter={filter} text={text} onChange={set} />
      {isPending ? (
        <RowsSkeleton />
      ) : data === undefined ? (
        <ErrorState
          heading="h2"
          title="The activity couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : rows.length === 0 ? (
        <EmptyState
          heading="h2"
          title={text === '' ? 'Nothing has been done yet' : 'Nothing fits this filter'}
          text="Changes in the workspace appear here: invitations, roles, names, trial runs and more."
          action={text === '' ? null : <Button onClick={() => set({})}>Show everything</Button>}
        />
      ) : (
        <>
          <ol className="border-t border-rule text-sm">
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ol>
          <ShowMore list={list} label="Show older ones" />
        </>
      )}
    </section>
  );
}

const KIND_WORDS = {
  member: null,
  key: 'API key',
  system: null,
  operator: 'Operator',
  client: 'Client',
} as const;

function Row({ row }: { row: ActivityRow }) {
  const { actor, action, subject, detail, at } = row;
  const kind = KIND_WORDS[actor.kind];
  return (
    <li className="flex items-baseline justify-between gap-6 border-b border-line py-3">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">{actor.name}</span> {kind ? <Badge>{kind}</Badge> : null}{' '}
        {activitySentence(action, subject, detail)}
      </p>
      <span className="shrink-0 text-xs text-ink-3">
        <Time at={at} />
      </span>
    </li>
  );
}

function RowsSkeleton() {
  return (
    <div className="border-t border-rule">
      <output className="sr-only">Loading...</output>
      {['w-80', 'w-64', 'w-72', 'w-56'].map((width) => (
        <div key={width} className="flex justify-between gap-6 border-b border-line py-4">
          <Skeleton className={`h-3.5 max-w-full ${width}`} />
          <Skeleton className="h-3 w-16 shrink-0" />
        </div>
      ))}
    </div>
  );
}
