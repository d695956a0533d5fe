import { queryOptions } from '@tanstack/react-query';
import { recentAlertsSchema } from '#src/shared/alerts.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

export const recentAlertsQuery = queryOptions({
  queryKey: ['alerts', 'recent'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/alerts/recent', recentAlertsSchema, signal)).items,
});
