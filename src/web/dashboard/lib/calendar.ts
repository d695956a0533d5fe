import { queryOptions } from '@tanstack/react-query';
import { calendarSourcesSchema } from '#src/shared/calendar/sources.ts';
import { apiGet } from './api.ts';

/** Where the workspace reads its calendar; under the live topic `feeds`. */
export const calendarSourcesQuery = queryOptions({
  queryKey: ['feeds', 'calendar-sources'],
  queryFn: async ({ signal }) =>
    (await apiGet('/api/v1/calendar-sources', calendarSourcesSchema, signal)).items,
});
