import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { calendarSourcesQuery } from '#src/web/dashboard/lib/calendar.ts';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { addressNow } from '#src/web/lib/screens/address-now.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { askedOf, FILTERS } from './asked.ts';
import { byDay, dayOf, mondayOf } from './days.ts';
import { Day } from './day.tsx';
import { calendarRulesQuery, entriesQuery } from './queries.ts';
import { Sources } from './sources.tsx';
import { useNow } from './use-now.ts';
import { WeekBar } from './week-bar.tsx';

/** What is to come: releases, earnings and the rest, by day; below it the calendars they are read from. */
export function CalendarPage() {
  usePageTitle('Calendar');
  const may = useMay('feeds:read');
  return (
    <>
      <nav aria-label="Above" className="text-sm text-ink-2">
        <Link to="/feeds" className="underline">
          Feeds
        </Link>
      </nav>
      <h1 className="headline mt-1 pb-6 text-h2">Calendar</h1>
      {may === undefined ? (
        <Loading />
      ) : may ? (
        <Screen />
      ) : (
        <NoPermission permission="feeds:read" title="The calendar isn’t available to your role" />
      )}
    </>
  );
}

function Loading() {
  return (
    <output className="grid gap-4 border-t border-rule pt-4">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-10 w-full" />
      ))}
    </output>
  );
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function Screen() {
  const [search, setSearch] = useSearchParams();
  const bar = useRef<HTMLDivElement>(null);
  const now = useNow();
  const today = dayOf(now);
  const week = search.get('week') ?? '';
  const from = mondayOf(DAY.test(week) && !Number.isNaN(Date.parse(week)) ? week : today);
  const list = useInfiniteQuery(entriesQuery(askedOf(search, from).toString()));
  const sources = useQuery(calendarSourcesQuery);
  const rules = useQuery(calendarRulesQuery);
  // All of it at once: what comes later would push away what is being read.
  if (list.isPending || sources.isPending || rules.isPending) return <Loading />;
  if (sources.data === undefined || list.data === undefined)
    return (
      <ErrorState
        heading="h2"
        title="The calendar couldn’t be loaded"
        text={(list.error ?? sources.error)?.message ?? ''}
        onRetry={() => {
          void list.refetch();
          void sources.refetch();
        }}
      />
    );
  const change = (to: (next: URLSearchParams) => void): void => {
    const next = addressNow();
    to(next);
    setSearch(next, { replace: true });
  };
  const set = (name: string, value: string): void =>
    change((next) => (value === '' ? next.delete(name) : next.set(name, value)));
  const clear = (): void =>
    change((next) => {
      for (const name of FILTERS) next.delete(name);
    });
  const days = byDay(list.data.pages.flatMap(({ items }) => items));
  const isNarrowed = FILTERS.some((name) => search.has(name));
  return (
    <>
      {list.isRefetchError ? (
        <p role="alert" className="mb-4 text-sm text-fault">
          What you see may be out of date: {list.error.message}
        </p>
      ) : null}
      <div ref={bar} tabIndex={-1} className="outline-none">
        {sources.data.length === 0 ? null : <WeekBar from={from} today={today} search={search} set={set} />}
      </div>
      {days.length === 0 ? (
        <EmptyState
          heading="h2"
          title={sources.data.length === 0 ? 'No calendar yet' : 'Nothing in this week'}
          text={
            sources.data.length === 0
              ? 'Add the address of a calendar below, or upload a file. Its entries appear here by day, and rules can remind you.'
              : isNarrowed
                ? 'Nothing of the week fits the filter.'
                : 'The calendars hold no entry of these days.'
          }
          action={
            isNarrowed && sources.data.length > 0 ? (
              <Button
                onClick={() => {
                  clear();
                  // The button disappears with its text.
                  bar.current?.focus();
                }}
              >
                Clear the filter
              </Button>
            ) : null
          }
        />
      ) : (
        days.map(({ day, entries }) => (
          <Day
            key={day}
            day={day}
            isToday={day === today}
            now={now}
            entries={entries}
            rules={rules.data ?? []}
          />
        ))
      )}
      <ShowMore list={list} />
      <Sources sources={sources.data} />
    </>
  );
}
