import { queryOptions } from '@tanstack/react-query';
import { symbolListsSchema, symbolsAddedSchema, type SymbolsForm } from '#src/shared/symbol-lists/lists.ts';
import { apiDelete, apiGet, apiPost } from '#src/web/lib/api/api.ts';

const path = (brandId: string, rest = '') =>
  `/api/v1/brands/${encodeURIComponent(brandId)}/symbol-lists${rest}`;

/** What is kept of the lists of brands. */
export const SYMBOLS = 'symbol-lists';

export const symbolsQuery = (brandId: string) =>
  queryOptions({
    queryKey: [SYMBOLS, brandId],
    queryFn: ({ signal }) => apiGet(path(brandId), symbolListsSchema, signal),
  });
export const symbolHistoryQuery = (brandId: string) =>
  queryOptions({
    queryKey: [SYMBOLS, brandId, 'history'],
    queryFn: ({ signal }) => apiGet(path(brandId, '/history'), symbolListsSchema, signal),
  });

export const addSymbols = (brandId: string, form: SymbolsForm) =>
  apiPost(path(brandId), form, symbolsAddedSchema);
export const removeSymbol = (brandId: string, id: string) => apiDelete(path(brandId, `/${id}`));
