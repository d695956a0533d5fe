import { queryOptions } from '@tanstack/react-query';
import { meSchema } from '#src/shared/alerts.ts';
import { apiGet } from './api.ts';

/** The signed-in person, the workspace and the subscription. */
export const meQuery = queryOptions({
  queryKey: ['account', 'me'],
  queryFn: ({ signal }) => apiGet('/api/v1/me', meSchema, signal),
});
