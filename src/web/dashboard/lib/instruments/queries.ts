import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { instrumentDetailSchema, instrumentPageSchema } from '#src/shared/rules/stored.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

const BASE = '/api/v1/instruments';
const PAGE = 50;
const FOUND = 20;

const pageOf = (words: string, limit: number, cursor: string | null, signal: AbortSignal) => {
  const query = new URLSearchParams({
    limit: String(limit),
    ...(words !== '' && { q: words }),
    ...(cursor !== null && { cursor }),
  });
  return apiGet(`${BASE}?${query}`, instrumentPageSchema, signal);
};

/** What can be watched, page after page. */
export const instrumentsQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: ['rules', 'instruments', 'list', words],
    queryFn: ({ pageParam, signal }) => pageOf(words, PAGE, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** The first few that fit some words. */
export const foundQuery = (words: string) =>
  queryOptions({
    queryKey: ['rules', 'instruments', 'found', words],
    queryFn: ({ signal }) => pageOf(words, FOUND, null, signal),
  });

export const instrumentQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['rules', 'instruments', 'one', symbol],
    queryFn: ({ signal }) => apiGet(`${BASE}/${encodeURIComponent(symbol)}`, instrumentDetailSchema, signal),
  });
