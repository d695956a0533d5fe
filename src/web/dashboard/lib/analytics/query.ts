import { queryOptions } from '@tanstack/react-query';
import { analyticsSchema } from '#src/shared/analytics.ts';
import { apiGet } from '../api.ts';

/** The figures of a filter (its text in the address): under the live topic, so that hints refresh them. */
export const analyticsQuery = (filter: string) =>
  queryOptions({
    queryKey: ['alerts', 'analytics', filter],
    queryFn: ({ signal }) => apiGet(`/api/v1/analytics?${filter}`, analyticsSchema, signal),
  });
