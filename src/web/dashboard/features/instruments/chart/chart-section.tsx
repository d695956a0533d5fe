import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { InstrumentDetail } from '#src/shared/instrument-detail.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { instrumentBarsQuery, instrumentEventsQuery } from '#src/web/dashboard/lib/instruments/queries.ts';
import type { AskedLevel } from '#src/web/dashboard/lib/level/asked.ts';
import { LevelMenu } from '#src/web/dashboard/lib/level/level-menu.tsx';
import { ruleAt } from '#src/web/dashboard/lib/level/rule-at.ts';
import { timeframesFrom } from '#src/shared/timeframes.ts';
import { TIMEFRAME_WORDS } from '#src/web/dashboard/lib/timeframes.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { cx } from '#src/web/ui/cx.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { formatQuote } from '#src/web/ui/format.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { AlertAt } from './alert-at.tsx';
import { marksOf } from './marks.ts';

const Chart = lazy(() => import('./instrument-chart.tsx'));

/** History that ships with the product is of days. */
const NONE_STORED: readonly Timeframe[] = ['1d'];

/** The chart of an instrument, one timeframe at a time, and from each of its prices the way to a rule. */
export function ChartSection({ instrument }: { instrument: InstrumentDetail }) {
  const { symbol, quote } = instrument;
  const stored = instrument.timeframes.length > 0 ? instrument.timeframes : NONE_STORED;
  const timeframes = timeframesFrom(stored);
  const [search] = useSearchParams();
  const asked = timeframes.find((each) => each === search.get('timeframe'));
  const timeframe = asked ?? timeframes.find((each) => each === '1d') ?? stored.at(-1) ?? '1d';
  const mayWrite = useMay('rules:write') === true && readOnlyReason() === null;
  return (
    <section aria-labelledby="chart" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="chart" className="headline text-h4">
          Chart
        </h2>
        <Timeframes timeframes={timeframes} chosen={timeframe} />
      </div>
      <Bars key={timeframe} instrument={instrument} timeframe={timeframe} mayWrite={mayWrite} />
      {mayWrite ? (
        <AlertAt
          key={symbol}
          symbol={symbol}
          timeframe={timeframe}
          price={quote === null ? '' : String(Number(quote.price))}
        />
      ) : null}
    </section>
  );
}

function Timeframes({ timeframes, chosen }: { timeframes: readonly Timeframe[]; chosen: Timeframe }) {
  return (
    <nav aria-label="Timeframe of the chart" className="flex flex-wrap">
      {timeframes.map((each) => (
        <Link
          key={each}
          to={`?timeframe=${each}`}
          replace
          preventScrollReset
          aria-current={each === chosen ? 'true' : undefined}
          title={TIMEFRAME_WORDS[each]}
          className={cx(
            'figure border-b-2 px-2 py-1.5 text-sm pointer-coarse:py-3',
            each === chosen
              ? 'border-brass font-medium text-ink'
              : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {each}
        </Link>
      ))}
    </nav>
  );
}

function Bars({
  instrument: { symbol, timeZone, actions },
  timeframe,
  mayWrite,
}: {
  instrument: InstrumentDetail;
  timeframe: Timeframe;
  mayWrite: boolean;
}) {
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    instrumentBarsQuery(symbol, timeframe),
  );
  const { data: events } = useQuery(instrumentEventsQuery(symbol));
  const [level, setLevel] = useState<AskedLevel | null>(null);
  // The newest page comes first.
  const pages = useMemo(() => data?.pages.toReversed() ?? [], [data]);
  const bars = useMemo(() => pages.flatMap((page) => page.bars), [pages]);
  const sessions = useMemo(() => joined(pages.flatMap((page) => page.sessions)), [pages]);
  const marks = useMemo(
    () => marksOf(events?.items ?? [], actions, { times: bars.map(({ time }) => time), timeframe }),
    [events, actions, bars, timeframe],
  );
  const older = useCallback((): void => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  if (error && !data)
    return (
      <ErrorState title="The chart couldn’t be loaded" text={error.message} onRetry={() => void refetch()} />
    );
  if (data && bars.length === 0)
    return (
      <p className="mt-2 border-t border-line py-4 text-base text-ink-2">
        No bars are stored yet. Watch the symbol on a feed, or import a file of bars.
      </p>
    );
  const isRecorded = pages.some(({ recorded }) => recorded);
  return (
    <>
      <div className="relative mt-2 h-80 border border-line bg-raised sm:h-104">
        {data ? (
          <Suspense fallback={null}>
            <Chart
              bars={bars}
              sessions={sessions}
              marks={marks}
              symbol={symbol}
              timeframe={timeframe}
              timeZone={timeZone}
              onAsk={mayWrite ? setLevel : null}
              onOldest={older}
            />
          </Suspense>
        ) : (
          <output>
            <span className="sr-only">Loading...</span>
            <Skeleton className="size-full" />
          </output>
        )}
        {level ? (
          <LevelMenu key={`${level.x} ${level.y}`} asked={level} onClose={() => setLevel(null)}>
            <Link to={ruleAt({ symbol, timeframe }, level.level)}>
              Alert me here: <span className="figure">{formatQuote(level.level)}</span>
            </Link>
          </LevelMenu>
        ) : null}
      </div>
      {mayWrite || isRecorded ? (
        <p className="mt-2 text-xs text-ink-2">
          {isRecorded ? 'Recorded history that ships with Bellwire. ' : null}
          {mayWrite ? (
            <>
              <span className="pointer-coarse:hidden">Right-click a price</span>
              <span className="hidden pointer-coarse:inline">Hold a price on the chart</span> to create a rule
              for it.
            </>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

/** A session that two pages share, once. */
const joined = <S extends { open: number }>(sessions: readonly S[]): S[] =>
  sessions.filter(({ open }, at) => open !== sessions[at - 1]?.open);
