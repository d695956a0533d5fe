import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import {
  chatMessageSchema,
  type ChatMessage,
  type ChatPage,
  chatPageSchema,
  supportStandingSchema,
} from '#src/shared/chat.ts';
import { unreadSchema } from '#src/shared/notifications.ts';
import { apiGet, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

const PAGE = 50;
/** A message can't be sending forever. */
const TIMEOUT_MS = 30_000;

// All under the live topic, so that a hint refreshes them.
export const chatUnreadQuery = queryOptions({
  queryKey: ['chat', 'unread'],
  queryFn: ({ signal }) => apiGet('/api/v1/chat/unread', unreadSchema, signal),
});

/** Others are answered meanwhile, so a place in the queue is asked for again. */
export const supportQuery = queryOptions({
  queryKey: ['chat', 'support'],
  queryFn: ({ signal }) => apiGet('/api/v1/chat/support', supportStandingSchema, signal),
  refetchInterval: ({ state: { data } }) =>
    data && (data.queue !== null || data.requests.length > 0) ? 30_000 : false,
});

export const threadQuery = infiniteQueryOptions({
  queryKey: ['chat', 'thread'],
  queryFn: ({ pageParam, signal }) => {
    const query = new URLSearchParams({ limit: String(PAGE) });
    if (pageParam) query.set('cursor', pageParam);
    return apiGet(`/api/v1/chat?${query}`, chatPageSchema, signal);
  },
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
});

/** @throws Error when it was rejected or its outcome is unknown; sending it again is the same message */
export async function postMessage(message: { clientId: string; text: string }): Promise<ChatMessage> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), TIMEOUT_MS);
  });
  try {
    return await Promise.race([apiPost('/api/v1/chat', message, chatMessageSchema), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Marks everything up to this message as read. @throws ApiError */
export async function markSeen(id: string): Promise<void> {
  await authorizedFetch('/api/v1/chat/read', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });
}

/** Puts a stored message where the next fetch will find it, so that it does not vanish in between. */
export function showStored(queries: QueryClient, message: ChatMessage): void {
  queries.setQueryData<InfiniteData<ChatPage, string | null>>(threadQuery.queryKey, (known) => {
    const [first, ...rest] = known?.pages ?? [];
    if (!known || !first || first.items.some(({ id }) => id === message.id)) return known;
    return { ...known, pages: [{ ...first, items: [message, ...first.items] }, ...rest] };
  });
}
