import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { alertPageSchema } from '#src/shared/alert-list.ts';
import { instrumentBarsSchema, instrumentDetailSchema } from '#src/shared/instrument-detail.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { instrumentPageSchema } from '#src/shared/rules/stored.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

const BASE = '/api/v1/instruments';
const PAGE = 50;
const FOUND = 20;
const CHART_BARS = 500;
/** The newest events of an instrument that its chart marks. */
const EVENTS = 100;
/** Prices of feeds move on. */
const FRESH_MS = 30_000;

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
    refetchInterval: FRESH_MS,
  });

/** The bars of a chart: the newest first, older ones page after page. */
export const instrumentBarsQuery = (symbol: string, timeframe: Timeframe) =>
  infiniteQueryOptions({
    queryKey: ['rules', 'instruments', 'bars', symbol, timeframe],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        timeframe,
        limit: String(CHART_BARS),
        ...(pageParam !== null && { cursor: pageParam }),
      });
      return apiGet(`${BASE}/${encodeURIComponent(symbol)}/bars?${query}`, instrumentBarsSchema, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: FRESH_MS,
  });

/** The newest alerts about an instrument. */
export const instrumentEventsQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['alerts', 'of-instrument', symbol],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ symbol, limit: String(EVENTS) });
      return apiGet(`/api/v1/alerts?${query}`, alertPageSchema, signal);
    },
  });
