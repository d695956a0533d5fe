import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { reviewsQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { OfferNotifications } from '#src/web/dashboard/lib/browser-notifications/offer.tsx';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Checks } from './checks.tsx';
import { Corrections } from './corrections.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { DeputyLines } from './deputy-lines.tsx';
import { InboxSkeleton } from './inbox-skeleton.tsx';
import { ReviewNav } from './review-nav.tsx';
import { SelectAll } from './select-all.tsx';
import { after, moved } from './selection.ts';
import { useChosen } from './use-chosen.ts';
import { useKeys } from '#src/web/lib/use-keys.ts';
import { useWide } from './use-wide.ts';
import { WaitingAlert } from './waiting-alert.tsx';
import { WaitingList } from './waiting-list.tsx';

/** What waits for a decision, what is checked afterwards, or what has to be corrected. */
export function ReviewPage() {
  const [search] = useSearchParams();
  const list = search.get('list');
  if (list === 'corrections') return <Corrections />;
  return list === 'checks' ? <Checks /> : <Inbox />;
}

/** The alerts that wait for a decision, and the selected one beside them. */
function Inbox() {
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
  const isListed = isWide || named === null;
  const chosen = useChosen(items, isWide || named !== null ? shown : null);
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
  /** Chooses the row that has the focus, or the open alert beside the list. */
  const choose = (isRange: boolean) => {
    if (!isListed) return;
    const focused = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-alert]');
    const id = focused?.dataset['alert'] ?? (isWide ? shown : null);
    if (id !== null) chosen.toggle(id, isRange);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => choose(false),
    X: () => choose(true),
    ...(chosen.chosen.length > 0 && isListed && { Escape: chosen.clear }),
  });
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
  /** Goes on with what still waits, where the open alert was decided. */
  const goOn = (gone: readonly string[]) => {
    setDecided((known) => [...known, ...gone]);
    const isGone = shown !== null && gone.includes(shown);
    const next = isGone ? after(ids, shown, new Set(gone)) : shown;
    if (isGone) setHeld(next);
    // On a phone the list stays. What had the focus is gone.
    if (!isWide && named === null) return document.getElementById('main')?.focus({ preventScroll: true });
    focusOn.current = next;
    if (isGone) select(next);
  };

  return (
    <>
      <header
        className={cx(
          named !== null && 'max-xl:sr-only',
          'flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-5',
        )}
      >
        {/* What comes moves nothing: on phones the tabs have a line of their own. */}
        <div className="max-sm:basis-full">
          <h1 className="headline text-h2">Review</h1>
          {data && items.length === 0 ? null : (
            <p className="mt-1 min-h-5 text-sm text-ink-2">
              {data ? waitWords(data.count - data.items.length + items.length) : null}
            </p>
          )}
        </div>
        {named !== null && !isWide ? null : (
          <div className="flex flex-wrap items-center gap-x-5">
            <OfferNotifications />
            <ReviewNav at="waiting" />
          </div>
        )}
      </header>
      <DeputyLines />
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
                // Below the page's heading it ends with the window, so that what decides on the selection is in view.
                'xl:sticky xl:top-14 xl:max-h-[calc(100dvh-11rem)] xl:self-start xl:overflow-y-auto xl:border-r xl:border-line',
                named !== null && 'max-xl:hidden',
              )}
            >
              <SelectAll chosen={chosen} />
              <WaitingList items={items} shown={shown} replace={isWide} chosen={chosen} />
              <ChosenBar
                chosen={chosen}
                isEditing={edited !== null}
                onDecided={(decision, results) => {
                  chosen.settle(decision, results);
                  goOn(results.flatMap(({ id, state }) => (state === null ? [] : [id])));
                }}
              />
            </div>
            {shown === null || (!isWide && named === null) ? null : (
              <div ref={pane} tabIndex={-1} className="min-w-0 outline-none xl:pl-8">
                <WaitingAlert
                  key={shown}
                  id={shown}
                  next={first}
                  edits={edited === shown}
                  onEdit={onEdit}
                  onDecided={() => goOn([shown])}
                />
              </div>
            )}
          </div>
        )
      ) : error ? (
        <ErrorState
          heading="h2"
          title="The review inbox couldn’t be loaded"
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
          <b className="font-medium text-ink">Human review</b>, or each of its routes if it has some.
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
