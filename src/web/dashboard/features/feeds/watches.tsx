import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Feed, FeedWatch } from '#src/shared/feeds.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { pathOf } from '#src/web/dashboard/lib/instruments/path.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { SESSION_WORDS } from '#src/web/dashboard/lib/sessions.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { formatQuote } from '#src/web/ui/format.ts';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { leaveSymbol, watchesQuery } from './queries.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { delayText } from './words.ts';
import { FindSymbol } from './find-symbol.tsx';
import { WatchForm } from './watch-form.tsx';

/** The symbols the workspace watches, with their newest prices. */
export function Watches({ feeds }: { feeds: readonly Feed[] }) {
  const { data, error, isPending, refetch } = useQuery(watchesQuery);
  const mayWrite = useMay('feeds:write') === true;
  return (
    <section aria-labelledby="watches">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 pb-2">
        <h2 id="watches" className="headline text-h3">
          Watched symbols
        </h2>
        {data ? <p className="figure text-sm text-ink-2">{data.length}</p> : null}
      </div>
      {mayWrite && data ? <FindSymbol watches={data} /> : null}
      {mayWrite ? <WatchForm feeds={feeds} had={data?.length ?? 0} /> : null}
      {isPending ? (
        <RowsSkeleton />
      ) : data === undefined ? (
        <ErrorState
          title="The watched symbols couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : data.length === 0 ? (
        <EmptyState
          title="You’re not watching any symbols yet"
          text={
            mayWrite
              ? 'Choose symbols above. We build bars from their trades, and you can set rules on them.'
              : 'An owner, admin or editor can choose symbols to watch.'
          }
        />
      ) : (
        <ul className="border-t border-rule">
          {data.map((watch) => (
            <Row
              key={watch.id}
              watch={watch}
              feed={feeds.find(({ name }) => name === watch.feed)}
              mayWrite={mayWrite}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ watch, feed, mayWrite }: { watch: FeedWatch; feed: Feed | undefined; mayWrite: boolean }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function leave(): Promise<void> {
    setBusy(true);
    try {
      await leaveSymbol(watch.id);
      toast({ title: `${watch.symbol} is left` });
      await queries.invalidateQueries({ queryKey: ['feeds'] });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      toast({
        title: `${watch.symbol} is still watched`,
        description: cause.message,
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  }
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-line py-4 [contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Link
            to={pathOf(watch.instrument)}
            className="figure -my-1 py-1 font-medium wrap-anywhere text-ink hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
          >
            {watch.symbol}
          </Link>
          {watch.simulated ? (
            <Badge>Simulated</Badge>
          ) : (
            <span className="text-sm text-ink-2">{watch.exchange}</span>
          )}
          {watch.delayMinutes === null ? null : <Badge>{delayText(watch.delayMinutes)}</Badge>}
        </p>
        <p className="mt-1 text-sm text-ink-2 wrap-anywhere">
          {watch.name} · {SESSION_WORDS[watch.session] ?? watch.session}
          {watch.tickSize ? (
            <>
              {' '}
              · step <span className="figure">{watch.tickSize}</span>
            </>
          ) : null}
        </p>
        {watch.halted ? (
          <p className="mt-2 text-sm">
            <StatusTag tone="waiting" label={`Trading is halted: ${watch.halted.reason}`} />{' '}
            <span className="text-xs text-ink-3">
              <Time at={watch.halted.since} />
            </span>
          </p>
        ) : null}
        {watch.refused ? (
          <p className="mt-2 text-sm">
            <StatusTag tone="fault" label={`The exchange rejects this symbol: ${watch.refused}`} />
          </p>
        ) : null}
      </div>
      <div className="flex grow items-start justify-between gap-4 sm:grow-0">
        <Price watch={watch} isLive={feed?.state === 'live'} />
        {mayWrite ? (
          <Button size="sm" busy={busy} aria-label={`Leave ${watch.symbol}`} onClick={() => void leave()}>
            {busy ? 'Leaving...' : 'Leave'}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** The newest price and its time; one that may be old is marked. */
function Price({ watch, isLive }: { watch: FeedWatch; isLive: boolean }) {
  const { price, priceAt, currency } = watch;
  if (price === null || priceAt === null) return <p className="text-sm text-ink-2">No price yet</p>;
  return (
    <div className="sm:text-right">
      <p className={isLive ? 'figure text-base' : 'figure text-base text-ink-2'}>
        {formatQuote(Number(price))} <span className="text-sm text-ink-2">{currency}</span>
      </p>
      <p className="mt-1 text-xs text-ink-3">
        {isLive ? null : 'not live, '}
        <Time at={priceAt} />
      </p>
    </div>
  );
}
