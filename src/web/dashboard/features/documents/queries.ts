import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type DocumentChange,
  documentPageSchema,
  documentSchema,
  type FolderChange,
  type FolderForm,
  folderSchema,
  foldersSchema,
  linksSchema,
  newLinkSchema,
  storageSchema,
} from '#src/shared/documents/documents.ts';
import { apiDelete, apiGet, apiPatch, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

const PAGE = 50;
const BASE = '/api/v1/documents';

/** All under the live topic `documents`: whatever a member changes, the others' screens fetch again. */
export const listQuery = (filter: string) =>
  infiniteQueryOptions({
    queryKey: ['documents', 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filter);
      query.set('limit', String(PAGE));
      if (pageParam !== null) query.set('cursor', pageParam);
      return apiGet(`${BASE}?${query}`, documentPageSchema, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: ({ signal }) => apiGet(`${BASE}/${encodeURIComponent(id)}`, documentSchema, signal),
  });
export const linksQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'links', id],
    queryFn: async ({ signal }) => (await apiGet(`${BASE}/${id}/links`, linksSchema, signal)).items,
  });
export const foldersQuery = queryOptions({
  queryKey: ['documents', 'folders'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/folders', foldersSchema, signal)).items,
});
export const storageQuery = queryOptions({
  queryKey: ['documents', 'storage'],
  queryFn: ({ signal }) => apiGet(`${BASE}/storage`, storageSchema, signal),
});

export const changeDocument = (id: string, change: DocumentChange) =>
  apiPatch(`${BASE}/${id}`, change, documentSchema);
export const deleteDocument = (id: string) => apiDelete(`${BASE}/${id}`);
export const restoreDocument = (id: string) => apiPost(`${BASE}/${id}/restore`, {}, documentSchema);
export const eraseDocument = async (id: string): Promise<void> => {
  await authorizedFetch(`${BASE}/${id}/erase`, { method: 'POST' });
};
export const makeFolder = (form: FolderForm) => apiPost('/api/v1/folders', form, folderSchema);
export const changeFolder = (id: string, change: FolderChange) =>
  apiPatch(`/api/v1/folders/${id}`, change, folderSchema);
export const deleteFolder = (id: string, withContents: boolean) =>
  apiDelete(`/api/v1/folders/${id}${withContents ? '?contents=yes' : ''}`);
export const makeLink = (id: string, days: number) => apiPost(`${BASE}/${id}/links`, { days }, newLinkSchema);
export const revokeLink = (id: string, link: string) => apiDelete(`${BASE}/${id}/links/${link}`);

/** The bytes, or the first `end` + 1 of them. */
export const fetchContent = (id: string, options: { end?: number; signal?: AbortSignal } = {}) =>
  authorizedFetch(`${BASE}/${id}/content`, {
    ...(options.end === undefined ? {} : { headers: { range: `bytes=0-${options.end}` } }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
