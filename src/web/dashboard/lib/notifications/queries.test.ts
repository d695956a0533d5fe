import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Notification } from '#src/shared/notifications.ts';
import { allQuery, markShown, newestQuery, unreadQuery } from './queries.ts';

const item = (id: string, readAt: string | null): Notification => ({
  id,
  kind: 'alert_failed',
  title: 'An alert failed',
  text: '',
  link: '/alerts',
  count: 1,
  createdAt: '2026-05-20T12:00:00.000Z',
  readAt,
});
const NOW = '2026-05-20T13:00:00.000Z';

function filled() {
  const queries = new QueryClient();
  const page = { items: [item('a', null), item('b', 'before'), item('c', null)], next: null };
  queries.setQueryData(unreadQuery.queryKey, { unread: 2 });
  queries.setQueryData(newestQuery.queryKey, page);
  queries.setQueryData(allQuery.queryKey, { pages: [page], pageParams: [null] });
  const shown = () => ({
    unread: queries.getQueryData(unreadQuery.queryKey)?.unread,
    newest: queries.getQueryData(newestQuery.queryKey)?.items.map(({ readAt }) => readAt),
    all: queries.getQueryData(allQuery.queryKey)?.pages.map(({ items }) => items.map(({ readAt }) => readAt)),
  });
  return { queries, shown };
}

it('shows one as read, or all, and keeps the time of those that were', () => {
  const { queries, shown } = filled();
  markShown(queries, 'c', NOW);
  const one = [null, 'before', NOW];
  expect(shown()).toEqual({ unread: 1, newest: one, all: [one] });
  markShown(queries, null, NOW);
  const all = [NOW, 'before', NOW];
  expect(shown()).toEqual({ unread: 0, newest: all, all: [all] });
});

it('puts everything back when the server refuses', () => {
  const { queries, shown } = filled();
  const before = shown();
  markShown(queries, null, NOW)();
  expect(shown()).toEqual(before);
});

it('makes up nothing for what was never asked for', () => {
  const queries = new QueryClient();
  markShown(queries, null, NOW);
  expect(queries.getQueriesData({ queryKey: ['notifications'] }).filter(([, data]) => data)).toEqual([]);
});
