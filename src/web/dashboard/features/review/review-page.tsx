import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { reviewsQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { InboxSkeleton } from './inbox-skeleton.tsx';
import { after, moved } from './selection.ts';
import { useKeys } from './use-keys.ts';
import { useWide } from './use-wide.ts';
import { WaitingAlert } from './waiting-alert.tsx';
import { WaitingList } from './waiting-list.tsx';

/** The alerts that wait for a decision, and the selected one beside them. */
export function ReviewPage() {
  usePageTitle('Review');
  const isWide = useWide();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery(reviewsQuery());
  /** Decided here: gone before the server lists them no more. */
  const [decided, setDecided] = useState<readonly string[]>([]);
  const items = data?.items.filter(({ id }) => !decided.includes(id)) ?? [];
  const ids = items.map(({ id }) => id);
  const named = search.get('alert');
  // The first one, and it stays: what is read must not be replaced by another because somebody decided on it.
  const [held, setHeld] = useState<string | null>(null);
  const first = ids[0] ?? null;
  if (held === null && first !== null) setHeld(first);
  const shown = named !== null && !decided.includes(named) ? named : (held ?? first);
  const list = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  /** What gets the focus once it's drawn. */
  const focusOn = useRef<string | null | undefined>(undefined);

  /** The alert whose text is being edited. Once another is shown, the edit is over: leaving it has asked. */
  const [edited, setEdited] = useState<string | null>(null);
  if (edited !== null && edited !== shown) setEdited(null);

  const select = (id: string | null) => setSearch(id === null ? {} : { alert: id }, { replace: isWide });
  const row = (id: string | null) => list.current?.querySelector<HTMLElement>(`[data-alert="${id}"]`);
  const move = (step: 1 | -1) => {
    if (edited !== null) return;
    const isHeld = named !== null || row(shown) === document.activeElement;
    const next = isHeld ? moved(ids, shown, step) : (shown ?? first);
    if (next === null) return;
    row(next)?.focus();
    if (isWide || named !== null) select(next);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  useEffect(() => {
    if (focusOn.current !== shown) return;
    focusOn.current = undefined;
    const target = isWide ? row(shown) : pane.current;
    (target ?? document.getElementById('main'))?.focus();
  });

  const onEdit = (edits: boolean) => {
    setEdited(edits ? shown : null);
    // Named in the address, it stays open in a window that gets narrower.
    if (edits && named === null && shown !== null) setSearch({ alert: shown }, { replace: true });
  };
  const onDecided = (id: string) => {
    const next = after(ids, id);
    focusOn.current = next;
    setDecided((known) => [...known, id]);
    setHeld(next);
    select(next);
  };

  return (
    <>
      <header className={cx('pb-5', named !== null && 'max-xl:sr-only')}>
        <h1 className="headline text-h2">Review</h1>
        {data && items.length > 0 ? (
          <p className="mt-1 text-sm text-ink-2">
            {waitWords(data.count - data.items.length + items.length)}
          </p>
        ) : null}
      </header>
      {data ? (
        items.length === 0 && (named === null || decided.includes(named)) ? (
          <Nothing />
        ) : (
          <div
            className={cx(
              'grid grid-cols-[minmax(0,1fr)] border-line xl:grid-cols-[18rem_minmax(0,1fr)] xl:border-t 2xl:grid-cols-[20rem_minmax(0,1fr)]',
              named === null && 'max-xl:border-t',
            )}
          >
            <div
              ref={list}
              className={cx(
                'xl:sticky xl:top-14 xl:max-h-[calc(100dvh-56px)] xl:self-start xl:overflow-y-auto xl:border-r xl:border-line',
                named !== null && 'max-xl:hidden',
              )}
            >
              <WaitingList items={items} shown={shown} replace={isWide} />
            </div>
            {shown === null || (!isWide && named === null) ? null : (
              <div ref={pane} tabIndex={-1} className="min-w-0 outline-none xl:pl-8">
                <WaitingAlert
                  key={shown}
                  id={shown}
                  next={first}
                  edits={edited === shown}
                  onEdit={onEdit}
                  onDecided={() => onDecided(shown)}
                />
              </div>
            )}
          </div>
        )
      ) : error ? (
        <ErrorState
          heading="h2"
          title="What waits for review could not be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <InboxSkeleton />
      )}
    </>
  );
}

const waitWords = (count: number): string =>
  count === 1
    ? '1 alert waits. It isn’t sent until it’s approved.'
    : `${count.toLocaleString('en-US')} alerts wait. None is sent until it’s approved.`;

function Nothing() {
  return (
    <EmptyState
      heading="h2"
      title="Nothing waits for review"
      text={
        <>
          Alerts that need sign-off appear here before they’re sent. To turn it on, open a rule and set{' '}
          <b className="font-medium text-ink">Approval</b> to{' '}
          <b className="font-medium text-ink">Human review</b>.
        </>
      }
      action={
        <div className="flex flex-wrap gap-3">
          <Link to="/rules" className={buttonClass('primary')}>
            Open rules
          </Link>
          <a href="/documentation/approval" className={buttonClass('secondary')}>
            How approval works
          </a>
        </div>
      }
    />
  );
}
