import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { recentAlertsSchema, trialRunSchema } from '#src/shared/alerts.ts';
import { apiGet, apiPost } from '#src/web/dashboard/lib/api.ts';

export const recentAlertsQuery = queryOptions({
  queryKey: ['alerts', 'recent'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/alerts/recent', recentAlertsSchema, signal)).items,
});

/** Starts one trial run; its alert arrives by the live stream. */
export const trialRunMutation = mutationOptions({
  mutationFn: () => apiPost('/api/v1/trial-runs', {}, trialRunSchema),
});
