import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deliveryLogSchema, type LoggedDelivery, type LoggedState } from '#src/shared/delivery-log.ts';
import { DELIVERY_STATUS } from '#src/web/dashboard/lib/delivery-state.ts';
import { apiGet } from '#src/web/lib/api/api.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';

/** What the log can be narrowed to. States that read the same on screen are one choice. */
const CHOICES: readonly { value: string; label: string; states: readonly LoggedState[] }[] = [
  { value: '', label: 'All deliveries', states: [] },
  { value: 'failed', label: 'Failed or unknown', states: ['rejected', 'unknown'] },
  { value: 'waiting', label: 'Waiting', states: ['retry', 'pending', 'held'] },
  { value: 'sent', label: 'Sent', states: ['sent'] },
];

const logQuery = (choice: string) => {
  const states = CHOICES.find(({ value }) => value === choice)?.states ?? [];
  return infiniteQueryOptions({
    queryKey: ['alerts', 'delivery-log', choice],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams([
        ...states.map((state) => ['state', state]),
        ...(pageParam ? [['cursor', pageParam]] : []),
      ]);
      return apiGet(`/api/v1/deliveries?${query}`, deliveryLogSchema, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
};

/** The delivery log: every message to a person or a destination, with its outcome. */
export function DeliveriesPage() {
  usePageTitle('Deliveries');
  const [search, setSearch] = useSearchParams();
  const choice = search.get('show') ?? '';
  const box = useRef<HTMLUListElement>(null);
  useRowKeys(box);
  const list = useInfiniteQuery(logQuery(choice));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const show = (value: string) => setSearch(value === '' ? {} : { show: value }, { replace: true });
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <div>
          <nav aria-label="Above" className="text-sm text-ink-2">
            <Link to="/alerts" className="underline">
              Alerts
            </Link>
          </nav>
          <h1 className="headline mt-1 text-h2">Deliveries</h1>
          <p className="mt-2 max-w-text text-base text-ink-2">
            Every message to a person or destination, newest first, with its outcome.
          </p>
        </div>
        <div className="w-full sm:w-52">
          <Select
            label={<span className="sr-only">Show</span>}
            value={choice}
            options={CHOICES.map(({ value, label }) => ({ value, label }))}
            onChange={(event) => show(event.target.value)}
          />
        </div>
      </header>
      {list.error && !list.data ? (
        <ErrorState
          heading="h2"
          title="Deliveries couldn’t be loaded"
          text={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : list.isPending ? (
        <output className="block border-t border-rule">
          <span className="sr-only">Loading...</span>
          {Array.from({ length: 6 }, (_, row) => (
            <span key={row} className="block border-b border-line py-4">
              <Skeleton className="h-3.5 w-80 max-w-full" />
            </span>
          ))}
        </output>
      ) : items.length === 0 ? (
        choice === '' ? (
          <EmptyState
            heading="h2"
            title="Nothing has been sent yet"
            text="Each message of an alert appears here, with its recipient and its outcome."
          />
        ) : (
          <EmptyState
            heading="h2"
            title="No delivery like this"
            text="Nothing in the log is in this state."
            action={<Button onClick={() => show('')}>Show all deliveries</Button>}
          />
        )
      ) : (
        <>
          <ul ref={box} aria-label="Deliveries" className="border-t border-rule">
            {items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </ul>
          <ShowMore list={list} />
        </>
      )}
    </>
  );
}

function Row({
  item: { alert, channel, address, state, reason, createdAt, sentAt },
}: {
  item: LoggedDelivery;
}) {
  const titleOf = useChannelTitle();
  const { tone, label } = DELIVERY_STATUS[state];
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-3 text-sm">
      <div className="min-w-0 grow basis-70">
        <p className="wrap-anywhere">
          <span className="font-medium">{address || 'An address that is gone'}</span>{' '}
          <span className="text-ink-2">{titleOf(channel)}</span>
        </p>
        {alert ? (
          <Link to={`/alerts/${alert.id}`} data-row-link className="text-ink-2 wrap-anywhere underline">
            {alert.title || 'Open the alert'}
          </Link>
        ) : (
          <p className="text-ink-2">Digest</p>
        )}
        {reason ? <p className="text-ink-2 wrap-anywhere">{reason}</p> : null}
      </div>
      <p className="flex gap-x-5 text-ink-2">
        <StatusTag tone={tone} label={label} />
        <Time at={sentAt ?? createdAt} />
      </p>
    </li>
  );
}
