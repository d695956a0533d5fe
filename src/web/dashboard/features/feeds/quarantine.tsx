import { useInfiniteQuery } from '@tanstack/react-query';
import { type Feed, type Quarantined, QUARANTINE_REASONS } from '#src/shared/feeds.ts';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { formatNumber } from '#src/web/ui/format.ts';
import { Time } from '#src/web/ui/time.tsx';
import { quarantineQuery } from './queries.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { SuspectedSplit } from './suspected-split.tsx';

/** What could not be believed, with the reason. */
export function Quarantine({ feeds }: { feeds: readonly Feed[] }) {
  const list = useInfiniteQuery(quarantineQuery);
  const { data, error, isPending, refetch } = list;
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-labelledby="quarantine" className="mt-12">
      <h2 id="quarantine" className="headline text-h3">
        Quarantine
      </h2>
      <p className="max-w-text pt-1 pb-3 text-sm text-ink-2">
        Prices from feeds and rows of imported files that look wrong. They make no bars and trigger no alerts.
        We keep them for 30 days.
      </p>
      {isPending ? (
        <RowsSkeleton />
      ) : data === undefined ? (
        <ErrorState
          title="The quarantine couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : rows.length === 0 ? (
        <p className="border-t border-line py-6 text-sm text-ink-2">Nothing is quarantined.</p>
      ) : (
        <>
          <ul className="border-t border-rule text-sm">
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                title={feeds.find(({ name }) => name === row.feed)?.title ?? row.feed}
              />
            ))}
          </ul>
          <ShowMore list={list} label="Show older ones" />
        </>
      )}
    </section>
  );
}

function Row({ row, title }: { row: Quarantined; title: string }) {
  const { symbol, reason, problem, sample, count, lastAt, file, line, suspectedSplit } = row;
  return (
    <li className="border-b border-line py-3">
      <div className="flex items-baseline justify-between gap-6">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-medium">{QUARANTINE_REASONS[reason]}</span>{' '}
          <span className="text-ink-2">
            {symbol ? <span className="figure">{symbol}</span> : null}{' '}
            {file === null ? title : `${file}, line ${line}`}
            {count > 1
              ? file === null
                ? `, ${formatNumber(count)} times in that minute`
                : `, and ${formatNumber(count - 1)} more below it`
              : null}
          </span>
        </p>
        <span className="shrink-0 text-xs text-ink-3">
          <Time at={lastAt} />
        </span>
      </div>
      <p className="mt-1 text-ink-2 wrap-anywhere">{problem.charAt(0).toUpperCase() + problem.slice(1)}.</p>
      {suspectedSplit ? <SuspectedSplit split={suspectedSplit} /> : null}
      <details className="mt-1">
        <summary className="cursor-pointer text-xs text-ink-2">As received</summary>
        <p className="figure mt-1 text-xs wrap-anywhere text-ink-2">{sample}</p>
      </details>
    </li>
  );
}
