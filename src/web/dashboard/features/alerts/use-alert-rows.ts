import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertItem, AlertPage } from '#src/shared/alert-list.ts';
import { joinPages, mergeNewest, splitArrivals } from './merge.ts';
import { newestQuery, olderQuery } from './queries.ts';

type Top = {
  filter: string;
  /** The newest page as it came last. */
  page: AlertPage | undefined;
  items: AlertItem[];
  /** Where the first page ended; from there on the older pages are read. */
  anchor: string | null;
  /** The newest row that the reader has seen; null at the top of the list, where all are in sight. */
  seen: AlertItem | null;
};

function startOf(filter: string, page: AlertPage | undefined): Top {
  return { filter, page, items: page?.items ?? [], anchor: page?.next ?? null, seen: null };
}

/** What is known of the top once `page` is the newest, with the reader at the top or not. */
function follow(was: Top, filter: string, page: AlertPage | undefined, atTop: boolean): Top {
  const fresh = was.filter !== filter || was.items.length === 0;
  const next =
    fresh || !page ? startOf(filter, page) : { ...was, page, items: mergeNewest(was.items, page.items) };
  return { ...next, seen: atTop ? null : (next.seen ?? next.items[0] ?? null) };
}

/**
 * The rows of a filter: the newest page, kept fresh by the live stream, and older pages as the reader comes to them.
 * Away from the top (`atTop` false) new rows wait, so that nothing moves under the eye.
 */
export function useAlertRows(filter: string, atTop: boolean) {
  const newest = useQuery(newestQuery(filter));
  const page = newest.data;
  const [top, setTop] = useState<Top>(() => startOf(filter, page));
  const changed = top.filter !== filter || top.page !== page;
  const moved = atTop ? top.seen !== null : top.seen === null && top.items.length > 0;
  const current = changed || moved ? follow(top, filter, page, atTop) : top;
  // Made from what has come in while drawing: no second drawing with the old rows.
  if (current !== top) setTop(current);

  const older = useInfiniteQuery(olderQuery(filter, current.anchor));
  const { shown, waiting } = splitArrivals(current.items, current.seen);
  const hasOlder = current.anchor !== null && (older.data === undefined || older.hasNextPage);
  return {
    rows: joinPages(shown, older.data?.pages.flatMap((each) => each.items) ?? []),
    /** How many new alerts are held back. */
    waiting,
    show: () => setTop((was) => ({ ...was, seen: null })),
    isPending: newest.isPending,
    error: newest.data ? null : newest.error,
    retry: () => void newest.refetch(),
    hasOlder,
    olderError: older.error,
    isLoadingOlder: older.isFetching,
    loadOlder: () => {
      if (hasOlder && !older.isFetching)
        void (older.data === undefined ? older.refetch() : older.fetchNextPage());
    },
  };
}
