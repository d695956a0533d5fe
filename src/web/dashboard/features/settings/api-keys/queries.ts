import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type ApiKeyForm, apiKeysSchema, newApiKeySchema } from '#src/shared/api-keys.ts';
import { apiDelete, apiGet, apiPost } from '#src/web/lib/api/api.ts';

/** A new key with its secret, which is shown only once. */
export type NewKey = z.infer<typeof newApiKeySchema>;

export const keysQuery = queryOptions({
  queryKey: ['account', 'keys'],
  queryFn: ({ signal }) => apiGet('/api/v1/keys', apiKeysSchema, signal),
});

/** @throws ApiError */
export const makeKey = (form: ApiKeyForm): Promise<NewKey> => apiPost('/api/v1/keys', form, newApiKeySchema);

/** @throws ApiError */
export const revokeKey = (id: string): Promise<void> => apiDelete(`/api/v1/keys/${id}`);
