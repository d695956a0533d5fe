import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { OneMenu } from '#src/web/dashboard/lib/filter/one-menu.tsx';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { LedgerFrame } from '../frame.tsx';
import { entriesQuery } from '../queries.ts';
import { RowsSkeleton } from '../rows-skeleton.tsx';
import { CaseForm } from './case-form.tsx';
import { EntryRow } from './entry-row.tsx';
import { Head } from './head.tsx';
import { KIND_CHOICES, kindOf } from './kind-words.ts';

/** The chain itself, how to verify it, and a case file of a period. */
export function EntriesPage() {
  usePageTitle('Entries');
  return (
    <LedgerFrame>
      <CaseForm />
      <Entries />
    </LedgerFrame>
  );
}

function Entries() {
  const [query, setQuery] = useSearchParams();
  const kind = kindOf(query.get('kind'));
  const at = /^[1-9]\d{0,14}$/.test(query.get('at') ?? '') ? Number(query.get('at')) : null;
  const list = useInfiniteQuery(entriesQuery(kind, at));
  const { data, error, isPending, refetch } = list;
  const entries = data?.pages.flatMap((page) => page.items) ?? [];
  const box = useRef<HTMLUListElement>(null);
  useRowKeys(box);
  const all = () => setQuery({}, { preventScrollReset: true });
  return (
    <section aria-labelledby="entries" className="mt-12">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="entries" className="headline text-h3">
            Entries
          </h2>
          <p className="mt-1 max-w-text text-sm text-ink-2">
            Each holds the hash of the one before. People appear by pseudonym.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {at === null ? null : (
            <Button size="sm" onClick={all}>
              Show the newest
            </Button>
          )}
          <OneMenu
            label="Kind"
            choices={KIND_CHOICES}
            chosen={kind ?? undefined}
            onChange={(next) => setQuery(next ? { kind: next } : {}, { preventScrollReset: true })}
          />
        </div>
      </div>
      <div className="mt-4">
        {isPending ? (
          <RowsSkeleton rows={8} />
        ) : data === undefined ? (
          <ErrorState
            title="The entries couldn’t be loaded"
            text={error?.message ?? ''}
            onRetry={() => void refetch()}
          />
        ) : (
          <>
            <Head signed={data.pages[0]?.signed ?? null} />
            {entries.length === 0 ? (
              <EmptyState
                title={kind === null ? 'No entries yet' : 'No entry of this kind'}
                text={
                  kind === null
                    ? 'Decisions, deliveries, consents and holds are recorded here as they happen.'
                    : 'The ledger has others.'
                }
                action={
                  kind === null ? null : (
                    <Button size="sm" onClick={all}>
                      Show all entries
                    </Button>
                  )
                }
              />
            ) : (
              <ul ref={box} aria-label="Entries" className="border-t border-rule">
                {entries.map((entry) => (
                  <EntryRow key={entry.sequence} entry={entry} startsOpen={entry.sequence === at} />
                ))}
              </ul>
            )}
            <ShowMore list={list} label="Show older entries" />
          </>
        )}
      </div>
    </section>
  );
}
