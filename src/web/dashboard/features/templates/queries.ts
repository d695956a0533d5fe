import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { brandsSchema } from '#src/shared/brands.ts';
import {
  previewEventsSchema,
  type TemplateChange,
  type TemplateForm,
  templateImageSchema,
  type TemplatePreviewForm,
  templatePreviewSchema,
  templatesSchema,
  templateTestSchema,
  templateVersionsSchema,
  templateWithContentSchema,
} from '#src/shared/templates.ts';
import { apiCompute, apiDelete, apiGet, apiPatch, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

const BASE = '/api/v1/templates';
const path = (id: string, part = '') => `${BASE}/${encodeURIComponent(id)}${part}`;

/** Under the live topic `account`, as brands are. */
export const templatesQuery = queryOptions({
  queryKey: ['account', 'templates'],
  queryFn: ({ signal }) => apiGet(BASE, templatesSchema, signal),
});
export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'template', id],
    queryFn: ({ signal }) => apiGet(path(id), templateWithContentSchema, signal),
  });
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'template', id, 'versions'],
    queryFn: ({ signal }) => apiGet(path(id, '/versions'), templateVersionsSchema, signal),
  });
export const eventsQuery = queryOptions({
  queryKey: ['alerts', 'template-events'],
  queryFn: ({ signal }) => apiGet(`${BASE}/events`, previewEventsSchema, signal),
});
export const brandsQuery = queryOptions({
  queryKey: ['account', 'brands'],
  queryFn: ({ signal }) => apiGet('/api/v1/brands', brandsSchema, signal),
});

/** While the next is on its way, the one before stays. */
export const previewQuery = (form: TemplatePreviewForm) =>
  queryOptions({
    queryKey: ['template-preview', form],
    queryFn: () => apiCompute(`${BASE}/preview`, form, templatePreviewSchema),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

export const makeTemplate = (form: TemplateForm) => apiPost(BASE, form, templateWithContentSchema);
export const changeTemplate = (id: string, form: TemplateChange) =>
  apiPatch(path(id), form, templateWithContentSchema);
export const restoreVersion = (id: string, version: number) =>
  apiPost(path(id, '/restore'), { version }, templateWithContentSchema);
export const deleteTemplate = (id: string) => apiDelete(path(id));
export const sendTest = (form: TemplatePreviewForm) => apiPost(`${BASE}/test`, form, templateTestSchema);
export async function uploadImage(file: Blob) {
  const answer = await authorizedFetch(`${BASE}/images`, { method: 'POST', body: file });
  return templateImageSchema.parse(await answer.json());
}
