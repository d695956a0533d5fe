import { queryOptions } from '@tanstack/react-query';
import { alertPageSchema } from '#src/shared/alert-list.ts';
import { brandsSchema } from '#src/shared/brands.ts';
import {
  type PlaygroundForm,
  playgroundSchema,
  type WriterChange,
  writerCheckSchema,
  writerSettingsSchema,
  writerUsageSchema,
} from '#src/shared/content/ai-writer.ts';
import { apiCompute, apiGet, apiPatch, apiPost } from '#src/web/lib/api/api.ts';

const BASE = '/api/v1/writer';

/** Under the live topic `account`, which its changes announce. */
export const settingsQuery = queryOptions({
  queryKey: ['account', 'writer'],
  queryFn: ({ signal }) => apiGet(BASE, writerSettingsSchema, signal),
});
export const usageQuery = queryOptions({
  queryKey: ['account', 'writer', 'usage'],
  queryFn: ({ signal }) => apiGet(`${BASE}/usage`, writerUsageSchema, signal),
});

/** Market events: what came from outside is never written by a model. */
export const pastAlertsQuery = queryOptions({
  queryKey: ['alerts', 'writer'],
  queryFn: async ({ signal }) =>
    (await apiGet('/api/v1/alerts?limit=50', alertPageSchema, signal)).items.filter(
      ({ timeframe }) => timeframe !== null,
    ),
});
export const brandsQuery = queryOptions({
  queryKey: ['account', 'brands'],
  queryFn: ({ signal }) => apiGet('/api/v1/brands', brandsSchema, signal),
});

export const changeWriter = (change: WriterChange) => apiPatch(BASE, change, writerSettingsSchema);
export const checkWriter = () => apiPost(`${BASE}/check`, {}, writerCheckSchema);
export const tryWriter = (form: PlaygroundForm) => apiCompute(`${BASE}/playground`, form, playgroundSchema);
