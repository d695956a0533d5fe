import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { operatorMeSchema } from '#src/shared/operator.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

/** How often an open console refetches; a hidden tab doesn't. */
const LOOK_MS = 10_000;
const API = '/api/v1/operator';

/** Who asks, and what waits. */
export const operatorQuery = queryOptions({
  queryKey: ['operator', 'me'],
  queryFn: ({ signal }) => apiGet(`${API}/me`, operatorMeSchema, signal),
  refetchInterval: LOOK_MS,
});

type Page<T> = { items: T[]; next: string | null };

/** A list of the console, a page at a time. `path` is below /api/v1/operator; `words` are its query parameters. */
export function listQuery<T>(
  path: string,
  schema: z.ZodMiniType<Page<T>>,
  words: Record<string, string> = {},
  everyMs = LOOK_MS,
) {
  return infiniteQueryOptions({
    queryKey: ['operator', path, words],
    queryFn: ({ pageParam, signal }): Promise<Page<T>> => {
      const query = new URLSearchParams({ limit: '50', ...words });
      if (pageParam) query.set('cursor', pageParam);
      return apiGet(`${API}${path}?${query}`, schema, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    refetchInterval: everyMs,
  });
}

export const operatorPath = (path: string): string => `${API}${path}`;
