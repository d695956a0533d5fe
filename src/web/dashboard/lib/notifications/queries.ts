import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import {
  type Notification,
  type NotificationPage,
  notificationPageSchema,
  type Unread,
  unreadSchema,
} from '#src/shared/notifications.ts';
import { apiGet, authorizedFetch } from '#src/web/lib/api/api.ts';

const PAGE = 50;
/** The newest, as the bell and Home show them. */
const NEWEST = 5;

const page = (limit: number, cursor: string | null, signal: AbortSignal) => {
  const query = new URLSearchParams({ limit: String(limit) });
  if (cursor) query.set('cursor', cursor);
  return apiGet(`/api/v1/notifications?${query}`, notificationPageSchema, signal);
};

// All under the live topic, so that a hint refreshes them.
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => apiGet('/api/v1/notifications/unread', unreadSchema, signal),
});
export const newestQuery = queryOptions({
  queryKey: ['notifications', 'newest'],
  queryFn: ({ signal }) => page(NEWEST, null, signal),
});
export const allQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'all'],
  queryFn: ({ pageParam, signal }) => page(PAGE, pageParam, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
});

/** Marks one as read, or all of them (null). @throws ApiError */
export async function markRead(id: string | null): Promise<void> {
  await authorizedFetch('/api/v1/notifications/read', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(id === null ? {} : { ids: [id] }),
  });
}

/** What is on the screen, as it will be once the server has marked them. @returns puts it back as it was */
export function markShown(queries: QueryClient, id: string | null, at: string): () => void {
  const before = queries.getQueriesData({ queryKey: ['notifications'] });
  const marked = <P extends NotificationPage>(known: P): P => ({
    ...known,
    items: known.items.map((item: Notification) =>
      (id === null || item.id === id) && item.readAt === null ? { ...item, readAt: at } : item,
    ),
  });
  queries.setQueryData<Unread>(
    unreadQuery.queryKey,
    (known) => known && { unread: id === null ? 0 : Math.max(0, known.unread - 1) },
  );
  queries.setQueryData<NotificationPage>(newestQuery.queryKey, (known) => known && marked(known));
  queries.setQueryData<InfiniteData<NotificationPage, string | null>>(
    allQuery.queryKey,
    (known) => known && { ...known, pages: known.pages.map(marked) },
  );
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data);
  };
}
