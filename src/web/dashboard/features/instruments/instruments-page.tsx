import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Instrument } from '#src/shared/rules/stored.ts';
import { pathOf } from '#src/web/dashboard/lib/instruments/path.ts';
import { instrumentsQuery } from '#src/web/dashboard/lib/instruments/queries.ts';
import { SearchBox } from '#src/web/dashboard/lib/search-box.tsx';
import { SESSION_WORDS } from '#src/web/dashboard/lib/sessions.ts';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { Button } from '#src/web/ui/button.tsx';
import { type Column, DataTable } from '#src/web/ui/data-table.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { InstrumentMarks } from './marks.tsx';
import { TableSkeleton } from './table-skeleton.tsx';

const SEARCH_MAX = 100;
const NOBODY_SAID = <span className="text-ink-3">–</span>;

const COLUMNS: readonly Column<Instrument & { id: string }>[] = [
  {
    label: 'Instrument',
    className: 'lg:w-[30%]',
    cell: ({ symbol, name, simulated, own }) => (
      <span className="flex flex-wrap items-baseline gap-x-3">
        <Link
          to={pathOf(symbol)}
          data-row-link
          className="figure -my-1 py-1 font-medium text-ink hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          {symbol}
        </Link>
        {name === symbol ? null : <span className="text-ink-2 lg:order-last lg:basis-full">{name}</span>}
        <InstrumentMarks simulated={simulated} own={own} />
      </span>
    ),
  },
  { label: 'Exchange', cell: ({ exchange }) => exchange ?? NOBODY_SAID },
  { label: 'Currency', cell: ({ currency }) => <span className="figure">{currency}</span> },
  {
    label: 'Step',
    figures: true,
    cell: ({ tickSize }) => (tickSize === null ? NOBODY_SAID : <span className="figure">{tickSize}</span>),
  },
  { label: 'Trades', cell: ({ session }) => SESSION_WORDS[session] ?? session },
  {
    label: 'Timeframes',
    cell: ({ timeframes }) =>
      timeframes.length === 0 ? (
        <span className="text-ink-3">None yet</span>
      ) : (
        <span className="figure flex flex-wrap gap-x-2">
          {timeframes.map((timeframe) => (
            <span key={timeframe}>{timeframe}</span>
          ))}
        </span>
      ),
  },
];

const GLUE = '\u00a0';
/** It stays at the end of its line. */
const DOT = `${GLUE}· `;

/** The columns after the first, in short: "New York · USD · step 0.01 · 9:30 to 16:00, New York · bars of 1d". */
const lineOf = ({ exchange, currency, tickSize, session, timeframes }: Instrument) => (
  <>
    {exchange ? exchange + DOT : null}
    <span className="figure">{currency}</span>
    {tickSize ? (
      <>
        {`${DOT}step${GLUE}`}
        <span className="figure">{tickSize}</span>
      </>
    ) : null}
    {DOT + (SESSION_WORDS[session] ?? session) + DOT}
    {timeframes.length === 0 ? (
      `no${GLUE}bars${GLUE}yet`
    ) : (
      <>
        bars of <span className="figure">{timeframes.join(' ')}</span>
      </>
    )}
  </>
);

/** What can be watched: found by a part of the symbol or of the name. */
export function InstrumentsPage() {
  usePageTitle('Instruments');
  const [search, setSearch] = useSearchParams();
  const words = (search.get('q') ?? '').slice(0, SEARCH_MAX);
  const list = useInfiniteQuery(instrumentsQuery(words));
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box);
  const rows =
    list.data?.pages.flatMap(({ items }) => items.map((item) => ({ ...item, id: item.symbol }))) ?? [];
  return (
    <>
      <header className="pb-5">
        <h1 className="headline text-h2">Instruments</h1>
        <p className="mt-2 max-w-text text-base text-ink-2">
          Symbols your rules can watch, from feeds and your own imports.
        </p>
      </header>
      <div className="pb-4">
        <SearchBox
          label="Search instruments"
          placeholder="Search symbols and names"
          maxLength={SEARCH_MAX}
          value={words}
          onChange={(next) => setSearch(next === '' ? {} : { q: next }, { replace: true })}
        />
      </div>
      {list.error && !list.data ? (
        <ErrorState
          heading="h2"
          title="Instruments couldn’t be loaded"
          text={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : list.isPending ? (
        <TableSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState
          heading="h2"
          title={words === '' ? 'No instruments yet' : 'No instrument is called that'}
          text={
            words === ''
              ? 'Watch a symbol on a feed, or import your own bars.'
              : 'Symbols and names were looked through.'
          }
          action={
            words === '' ? null : (
              <Button onClick={() => setSearch({}, { replace: true })}>Clear the search</Button>
            )
          }
        />
      ) : (
        <>
          <div ref={box}>
            <DataTable label="Instruments" columns={COLUMNS} rows={rows} line={lineOf} />
          </div>
          <ShowMore list={list} />
        </>
      )}
    </>
  );
}
