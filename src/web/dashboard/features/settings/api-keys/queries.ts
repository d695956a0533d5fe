import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type ApiKeyForm, apiKeysSchema, newApiKeySchema } from '#src/shared/api-keys.ts';
import { apiDelete, apiGet, apiPost } from '#src/web/dashboard/lib/api.ts';

/** A key as it was made: the only time that it is told. */
export type NewKey = z.infer<typeof newApiKeySchema>;

export const keysQuery = queryOptions({
  queryKey: ['account', 'keys'],
  queryFn: ({ signal }) => apiGet('/api/v1/keys', apiKeysSchema, signal),
});

/** @throws ApiError */
export const makeKey = (form: ApiKeyForm): Promise<NewKey> => apiPost('/api/v1/keys', form, newApiKeySchema);

/** @throws ApiError */
export const revokeKey = (id: string): Promise<void> => apiDelete(`/api/v1/keys/${id}`);
