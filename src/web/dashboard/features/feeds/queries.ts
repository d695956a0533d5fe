import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  feedsSchema,
  type FeedWatchForm,
  feedWatchesSchema,
  feedWatchSchema,
  foundSymbolsSchema,
  quarantinePageSchema,
  type SuspectedSplit,
} from '#src/shared/feeds.ts';
import {
  feedKeyCheckSchema,
  type FeedKeyForm,
  feedKeySchema,
  feedKeysSchema,
  type ProviderId,
} from '#src/shared/market-data.ts';
import { type NewsSourceChange, type NewsSourceForm, newsSourceSchema } from '#src/shared/external/news.ts';
import { apiDelete, apiGet, apiPatch, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';
import { type BarImportForm, barImportSchema } from '#src/shared/bar-import.ts';
import { type OwnSplit, ownSymbolSchema, ownSymbolsSchema } from '#src/shared/own-symbols.ts';

const BASE = '/api/v1/feeds';
const NEWS = '/api/v1/news-sources';
const PAGE = 20;

/** All under the live topic `feeds`: the server hints when prices or states have changed. */
export const feedsQuery = queryOptions({
  queryKey: ['feeds', 'list'],
  queryFn: ({ signal }) => apiGet(BASE, feedsSchema, signal),
});
export const watchesQuery = queryOptions({
  queryKey: ['feeds', 'watches'],
  queryFn: async ({ signal }) => (await apiGet(`${BASE}/watches`, feedWatchesSchema, signal)).items,
});
export const quarantineQuery = infiniteQueryOptions({
  queryKey: ['feeds', 'quarantine'],
  queryFn: ({ pageParam, signal }) => {
    const query = new URLSearchParams({ limit: String(PAGE) });
    if (pageParam !== null) query.set('cursor', pageParam);
    return apiGet(`${BASE}/quarantine?${query}`, quarantinePageSchema, signal);
  },
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
});

const LOADING_MS = 1_500;
/** Asked again while an exchange's list is being read for the first time. */
export const symbolsFoundQuery = (words: string) =>
  queryOptions({
    queryKey: ['symbols', words],
    queryFn: ({ signal }) =>
      apiGet(`${BASE}/symbols?${new URLSearchParams({ q: words, limit: '20' })}`, foundSymbolsSchema, signal),
    refetchInterval: ({ state }) => ((state.data?.loading.length ?? 0) > 0 ? LOADING_MS : false),
  });

const OWN = '/api/v1/own-symbols';
export const ownSymbolsQuery = queryOptions({
  queryKey: ['feeds', 'own-symbols'],
  queryFn: async ({ signal }) => (await apiGet(OWN, ownSymbolsSchema, signal)).items,
});
export const setSplits = (symbol: string, splits: readonly OwnSplit[]) =>
  apiPatch(`${OWN}/${encodeURIComponent(symbol)}`, { splits }, ownSymbolSchema);
export const settleSplit = ({ symbol, id }: Pick<SuspectedSplit, 'symbol' | 'id'>, isSplit: boolean) =>
  apiPost(`${OWN}/${encodeURIComponent(symbol)}/suspected-splits/${id}`, { isSplit }, ownSymbolSchema);
export const removeOwnSymbol = (symbol: string) => apiDelete(`${OWN}/${encodeURIComponent(symbol)}`);

export const watchSymbol = (form: FeedWatchForm) => apiPost(`${BASE}/watches`, form, feedWatchSchema);
export const leaveSymbol = (id: string) => apiDelete(`${BASE}/watches/${id}`);

const KEYS = '/api/v1/feed-keys';
export const feedKeysQuery = queryOptions({
  queryKey: ['feeds', 'keys'],
  queryFn: async ({ signal }) => (await apiGet(KEYS, feedKeysSchema, signal)).items,
});
export const connectKey = (form: FeedKeyForm) => apiPost(KEYS, form, feedKeySchema);
export const checkKey = (provider: ProviderId) =>
  apiPost(`${KEYS}/${provider}/check`, {}, feedKeyCheckSchema);
export const removeKey = (provider: ProviderId) => apiDelete(`${KEYS}/${provider}`);

export const addNews = (form: NewsSourceForm) => apiPost(NEWS, form, newsSourceSchema);
export const changeNews = (id: string, change: NewsSourceChange) =>
  apiPatch(`${NEWS}/${id}`, change, newsSourceSchema);
export const removeNews = (id: string) => apiDelete(`${NEWS}/${id}`);
export const importBars = async (form: BarImportForm, file: Blob) => {
  const query = new URLSearchParams(Object.entries(form).filter(([, value]) => value !== undefined));
  const answer = await authorizedFetch(`/api/v1/bars/import?${query}`, { method: 'POST', body: file });
  return barImportSchema.parse(await answer.json());
};
