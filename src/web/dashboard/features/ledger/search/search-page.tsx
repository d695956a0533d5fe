import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { RECORD_LOOKED_AT } from '#src/shared/ledger-search.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { LedgerFrame } from '../frame.tsx';
import { searchQuery } from '../queries.ts';
import { RowsSkeleton } from '../rows-skeleton.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RecordRow } from './record-row.tsx';
import { useRecordFilter } from './use-record-filter.ts';

/** What an examiner asks, in one search. */
export function SearchPage() {
  usePageTitle('Ledger');
  return (
    <LedgerFrame>
      <Search />
    </LedgerFrame>
  );
}

function Search() {
  const { filter, text, set, clear } = useRecordFilter();
  const list = useInfiniteQuery(searchQuery(text));
  const { data, error, isPending, hasNextPage, refetch } = list;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const box = useRef<HTMLUListElement>(null);
  useRowKeys(box);
  const looked = (RECORD_LOOKED_AT * (data?.pages.length ?? 1)).toLocaleString('en-US');
  return (
    <section aria-label="Search">
      <FilterBar
        filter={filter}
        text={text}
        isEmpty={data !== undefined && items.length === 0 && !hasNextPage}
        onChange={set}
        onClear={clear}
      />
      {isPending ? (
        <RowsSkeleton tall />
      ) : data === undefined ? (
        <ErrorState
          heading="h2"
          title="The ledger couldn’t be searched"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : items.length > 0 ? (
        <>
          <ul ref={box} aria-label="Alerts on the ledger" className="border-t border-rule">
            {items.map((item) => (
              <RecordRow key={item.alert} item={item} onApprover={(approver) => set({ approver })} />
            ))}
          </ul>
          <ShowMore list={list} label="Show older alerts" />
        </>
      ) : text === '' && !hasNextPage ? (
        <EmptyState
          heading="h2"
          title="Nothing on the ledger yet"
          text="Each alert that is approved or rejected appears here, with its texts, its figures, the decision and its recipients."
        />
      ) : (
        <EmptyState
          heading="h2"
          title={hasNextPage ? `Nothing in the newest ${looked} alerts` : 'No alert fits this search'}
          text={
            hasNextPage
              ? 'There are older ones. Go on, or narrow the search by period, symbol or brand.'
              : 'Take something out of it, or choose a longer period.'
          }
          action={
            <div className="flex flex-wrap gap-3">
              {hasNextPage ? <ShowMore list={list} label="Search older alerts" className="" /> : null}
              {text === '' ? null : (
                <Button size="sm" onClick={clear}>
                  Clear the search
                </Button>
              )}
            </div>
          }
        />
      )}
    </section>
  );
}
