import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { alertPageSchema, viewSchema, viewsSchema, type ViewForm } from '#src/shared/alert-list.ts';
import { apiDelete, apiGet, apiPost } from '#src/web/lib/api/api.ts';

const PAGE = 100;

const page = (filter: string, cursor: string | null, signal: AbortSignal) => {
  const query = new URLSearchParams(filter);
  query.set('limit', String(PAGE));
  if (cursor) query.set('cursor', cursor);
  return apiGet(`/api/v1/alerts?${query}`, alertPageSchema, signal);
};

/** The newest alerts of a filter (its text in the address): under the live topic, so that hints refresh it. */
export const newestQuery = (filter: string) =>
  queryOptions({
    queryKey: ['alerts', 'newest', filter],
    queryFn: ({ signal }) => page(filter, null, signal),
  });

/** What is older than `from`, page by page. It does not change under the reader, so hints leave it alone. */
export const olderQuery = (filter: string, from: string | null) =>
  infiniteQueryOptions({
    queryKey: ['older-alerts', filter, from],
    queryFn: ({ pageParam, signal }) => page(filter, pageParam, signal),
    initialPageParam: from,
    getNextPageParam: (last) => last.next,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const viewsQuery = queryOptions({
  queryKey: ['account', 'views'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/views', viewsSchema, signal)).items,
});
export const saveViewMutation = mutationOptions({
  mutationFn: (form: ViewForm) => apiPost('/api/v1/views', form, viewSchema),
});
export const removeViewMutation = mutationOptions({
  mutationFn: (id: string) => apiDelete(`/api/v1/views/${encodeURIComponent(id)}`),
});
