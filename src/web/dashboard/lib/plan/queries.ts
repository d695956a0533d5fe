import { queryOptions } from '@tanstack/react-query';
import { usageSchema } from '#src/shared/usage.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

/** What of the plan is used. It moves with the alerts, and a payment hints at those as well. */
export const usageQuery = queryOptions({
  queryKey: ['alerts', 'usage'],
  queryFn: ({ signal }) => apiGet('/api/v1/usage', usageSchema, signal),
});
