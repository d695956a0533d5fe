import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { FeedList } from './feed-list.tsx';
import { Happenings } from './happenings.tsx';
import { newsSourcesQuery } from '#src/web/dashboard/lib/news-sources.ts';
import { News } from './news.tsx';
import { ImportForm } from './import-form.tsx';
import { OwnSymbols } from './own-symbols.tsx';
import { Quarantine } from './quarantine.tsx';
import { KeyedSources } from './keyed-sources.tsx';
import { feedKeysQuery, feedsQuery, ownSymbolsQuery, quarantineQuery, watchesQuery } from './queries.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { Watches } from './watches.tsx';

export function FeedsPage() {
  usePageTitle('Feeds');
  const may = useMay('feeds:read');
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 pb-6">
        <h1 className="headline text-h2">Feeds</h1>
        <nav aria-label="Beside" className="flex gap-5 text-sm">
          <Link to="/instruments" className="underline">
            Instruments
          </Link>
          <Link to="/calendar" className="underline">
            Calendar
          </Link>
        </nav>
      </div>
      {may === undefined ? (
        <RowsSkeleton />
      ) : may ? (
        <Screen />
      ) : (
        <NoPermission permission="feeds:read" title="You can’t see feeds here" />
      )}
    </>
  );
}

function ImportedHere() {
  const mayWrite = useMay('feeds:write') === true;
  return (
    <>
      <OwnSymbols />
      {mayWrite ? <ImportForm /> : null}
    </>
  );
}

function Screen() {
  const { data, error, isPending, refetch } = useQuery(feedsQuery);
  const watches = useQuery(watchesQuery);
  const quarantine = useInfiniteQuery(quarantineQuery);
  // All of it at once: what comes later would push away what is being read.
  const waiting = [useQuery(newsSourcesQuery), useQuery(ownSymbolsQuery), useQuery(feedKeysQuery)];
  if (isPending || watches.isPending || quarantine.isPending || waiting.some((each) => each.isPending))
    return <RowsSkeleton />;
  if (data === undefined)
    return (
      <ErrorState
        heading="h2"
        title="The feeds couldn’t be loaded"
        text={error?.message ?? ''}
        onRetry={() => void refetch()}
      />
    );
  if (data.items.length === 0)
    return (
      <>
        <EmptyState
          heading="h2"
          title="No feed is turned on"
          text="The operator of this installation chooses the feeds to offer (FEEDS)."
        />
        <KeyedSources feeds={data.items} />
        <ImportedHere />
        <News />
      </>
    );
  return (
    <>
      {error ? (
        <p role="alert" className="mb-4 text-sm text-fault">
          What you see may be out of date: {error.message}
        </p>
      ) : null}
      <Watches feeds={data.items} />
      <KeyedSources feeds={data.items} />
      <FeedList feeds={data.items} />
      <News />
      <ImportedHere />
      <Happenings feeds={data.items} happenings={data.happenings} />
      <Quarantine feeds={data.items} />
    </>
  );
}
