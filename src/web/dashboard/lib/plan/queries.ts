import { queryOptions } from '@tanstack/react-query';
import { billingSchema, usageSchema } from '#src/shared/billing.ts';
import { apiGet } from '../api.ts';

/** What of the plan is used. It moves with the alerts, and a payment hints at those as well. */
export const usageQuery = queryOptions({
  queryKey: ['alerts', 'usage'],
  queryFn: ({ signal }) => apiGet('/api/v1/usage', usageSchema, signal),
});

export const billingQuery = queryOptions({
  queryKey: ['account', 'billing'],
  queryFn: ({ signal }) => apiGet('/api/v1/billing', billingSchema, signal),
});
