import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type BrandImportForm,
  brandImportSchema,
  type ReadLogo,
  readLogoSchema,
} from '#src/shared/brand-import.ts';
import {
  type Brand,
  type BrandChange,
  type BrandForm,
  type BrandPreviewForm,
  brandPreviewSchema,
  brandSchema,
  brandsSchema,
} from '#src/shared/brands.ts';
import { brandLinkHostSchema } from '#src/shared/link-hosts.ts';
import { NO_LOGO } from './values.ts';
import { apiDelete, apiGet, apiPatch, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

const BASE = '/api/v1/brands';
const path = (id: string, part = '') => `${BASE}/${encodeURIComponent(id)}${part}`;

/** Under the live topic `account`, as the head of the account area names the default brand. */
export const brandsQuery = queryOptions({
  queryKey: ['account', 'brands'],
  queryFn: ({ signal }) => apiGet(BASE, brandsSchema, signal),
});

/** An example alert in a look. While the next is on its way, the one before stays. */
export const previewQuery = (form: BrandPreviewForm, logos: string) =>
  queryOptions({
    queryKey: ['brand-preview', form, logos],
    queryFn: () => apiPost(`${BASE}/preview`, form, brandPreviewSchema),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

export const linkHostQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'brands', id, 'link-domain'],
    queryFn: ({ signal }) => apiGet(path(id, '/link-domain'), brandLinkHostSchema, signal),
  });
export const setLinkHost = (id: string, host: string) =>
  apiPost(path(id, '/link-domain'), { host }, brandLinkHostSchema);
export const checkLinkHost = (id: string) => apiPost(path(id, '/link-domain/check'), {}, brandLinkHostSchema);
export const removeLinkHost = (id: string): Promise<void> => apiDelete(path(id, '/link-domain'));

export const makeBrand = (form: BrandForm) => apiPost(BASE, form, brandSchema);
export const changeBrand = (id: string, form: BrandChange) => apiPatch(path(id), form, brandSchema);
export const readSite = (form: BrandImportForm) => apiPost(`${BASE}/import`, form, brandImportSchema);

export async function checkLogo(file: Blob): Promise<ReadLogo> {
  const answer = await authorizedFetch(`${BASE}/check-logo`, { method: 'POST', body: file });
  return readLogoSchema.parse(await answer.json());
}

const PARTS = { logo: '/logo', logoDark: '/logo-dark' } as const;
type LogoField = keyof typeof PARTS;

async function setLogo(id: string, of: LogoField, file: Blob | null): Promise<Brand> {
  const ask = file ? { method: 'POST', body: file } : { method: 'DELETE' };
  const answer = await authorizedFetch(path(id, PARTS[of]), ask);
  return brandSchema.parse(await answer.json());
}

/**
 * Stores the logos that are other than the brand's. `logos`: as in the form (`Values`), or those of a brand as it was,
 * which are uploaded again.
 */
export async function saveLogos(
  brand: Brand,
  logos: Record<LogoField, string | Brand['logo']>,
): Promise<Brand> {
  let saved = brand;
  for (const of of ['logo', 'logoDark'] as const) {
    const wanted = logos[of];
    const isForm = typeof wanted === 'string';
    if (isForm ? wanted === '' : wanted?.hash === saved[of]?.hash) continue;
    const from = isForm ? (wanted === NO_LOGO ? null : wanted) : (wanted?.url ?? null);
    if (from === null && saved[of] === null) continue;
    saved = await setLogo(brand.id, of, from === null ? null : await pictureAt(from));
  }
  return saved;
}

/** A picture of ours: at its path, or in a data address, which the page's policy lets nothing fetch. */
async function pictureAt(address: string): Promise<Blob> {
  if (!address.startsWith('data:')) return (await fetch(address)).blob();
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: 'image/png' });
}
