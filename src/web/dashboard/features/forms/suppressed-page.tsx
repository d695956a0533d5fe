import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SUPPRESSION_CAUSES } from '#src/shared/suppressions.ts';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { SearchBox } from '#src/web/dashboard/lib/search-box.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { AddSuppression } from './add-suppression.tsx';
import { Head } from './head.tsx';
import { suppressedQuery } from './queries.ts';
import { Reporters } from './reporters.tsx';
import { SuppressedRow } from './suppressed-row.tsx';

const CAUSES = [
  { value: '', label: 'Every cause' },
  ...Object.entries(SUPPRESSION_CAUSES).map(([value, label]) => ({ value, label })),
];

/** Addresses that get nothing, and where bounces are reported from. */
export function SuppressedPage() {
  usePageTitle('Suppressed addresses');
  const may = useMay('contacts:read');
  return (
    <>
      <Head title="Suppressed addresses" />
      {may === undefined ? (
        <RowsSkeleton />
      ) : may ? (
        <>
          <Suppressed />
          <Reporters />
        </>
      ) : (
        <NoPermission permission="contacts:read" title="Suppressed addresses aren’t available to your role" />
      )}
    </>
  );
}

function Suppressed() {
  const [search, setSearch] = useSearchParams();
  const asked = { cause: search.get('cause') ?? '', q: search.get('q') ?? '' };
  const set = (name: string, value: string): void =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const [adding, setAdding] = useState(false);
  const mayWrite = useMay('contacts:write') ?? false;
  const list = useInfiniteQuery(suppressedQuery(asked));
  const { data, error, isPending, refetch } = list;
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const isFiltered = asked.cause !== '' || asked.q !== '';
  return (
    <section aria-label="Suppressed addresses">
      <p className="max-w-text text-sm text-ink-2">
        Nothing is sent to these addresses: they bounced, a person complained, or you asked for it. Importing
        a contact again doesn’t lift it.
      </p>
      <div className="mt-5 mb-4 flex flex-wrap items-end justify-between gap-4">
        <div className="flex w-full flex-wrap items-end gap-3 sm:w-auto">
          <SearchBox
            label="Search addresses"
            placeholder="Search addresses"
            maxLength={200}
            value={asked.q}
            onChange={(value) => set('q', value)}
          />
          <Select
            label="Cause"
            options={CAUSES}
            value={asked.cause}
            onChange={(event) => set('cause', event.target.value)}
          />
        </div>
        {mayWrite ? <Button onClick={() => setAdding(true)}>Suppress an address</Button> : null}
      </div>
      {adding ? <AddSuppression onClose={() => setAdding(false)} /> : null}
      {isPending ? (
        <RowsSkeleton />
      ) : data === undefined ? (
        <ErrorState
          heading="h2"
          title="The addresses couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : rows.length === 0 ? (
        <EmptyState
          heading="h2"
          title={isFiltered ? 'No address matches' : 'No address is suppressed'}
          text={
            isFiltered
              ? 'Search for another part of the address, or show every cause.'
              : 'Addresses that bounce for good, bounce five times in a row, or report spam appear here.'
          }
          action={isFiltered ? <Button onClick={() => setSearch({})}>Show all</Button> : null}
        />
      ) : (
        <>
          <p className="mb-2 text-sm text-ink-2">
            <span className="figure">{total.toLocaleString('en-US')}</span>{' '}
            {total === 1 ? 'address' : 'addresses'}
          </p>
          <ul className="border-t border-rule">
            {rows.map((row) => (
              <SuppressedRow key={row.id} row={row} mayWrite={mayWrite} />
            ))}
          </ul>
          <ShowMore list={list} />
        </>
      )}
    </section>
  );
}

function RowsSkeleton() {
  return (
    <div className="border-t border-rule">
      <output className="sr-only">Loading...</output>
      {['w-48', 'w-64', 'w-56', 'w-40'].map((width) => (
        <div key={width} className="flex items-center justify-between gap-6 border-b border-line py-4">
          <Skeleton className={`h-3.5 max-w-full ${width}`} />
          <Skeleton className="h-8 w-16" />
        </div>
      ))}
    </div>
  );
}
