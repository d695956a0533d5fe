import { queryOptions } from '@tanstack/react-query';
import { billingSchema } from '#src/shared/billing.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

export const billingQuery = queryOptions({
  queryKey: ['account', 'billing'],
  queryFn: ({ signal }) => apiGet('/api/v1/billing', billingSchema, signal),
});
