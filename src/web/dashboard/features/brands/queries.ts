import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type BrandChange,
  type BrandForm,
  type BrandPreviewForm,
  brandPreviewSchema,
  brandSchema,
  brandsSchema,
} from '#src/shared/brands.ts';
import { apiGet, apiPatch, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

const BASE = '/api/v1/brands';
const path = (id: string, part = '') => `${BASE}/${encodeURIComponent(id)}${part}`;

/** Under the live topic `account`, as the head of the account area names the default brand. */
export const brandsQuery = queryOptions({
  queryKey: ['account', 'brands'],
  queryFn: ({ signal }) => apiGet(BASE, brandsSchema, signal),
});

/** An example alert in a look. While the next is on its way, the one before stays. */
export const previewQuery = (form: BrandPreviewForm, logo: string | null) =>
  queryOptions({
    queryKey: ['brand-preview', form, logo],
    queryFn: () => apiPost(`${BASE}/preview`, form, brandPreviewSchema),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

export const makeBrand = (form: BrandForm) => apiPost(BASE, form, brandSchema);
export const changeBrand = (id: string, form: BrandChange) => apiPatch(path(id), form, brandSchema);
export async function uploadLogo(id: string, file: Blob) {
  const answer = await authorizedFetch(path(id, '/logo'), { method: 'POST', body: file });
  return brandSchema.parse(await answer.json());
}
export async function removeLogo(id: string) {
  const answer = await authorizedFetch(path(id, '/logo'), { method: 'DELETE' });
  return brandSchema.parse(await answer.json());
}
