import { queryOptions } from '@tanstack/react-query';
import { audiencesSchema } from '#src/shared/audiences.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

export const audiencesQuery = queryOptions({
  queryKey: ['contacts', 'audiences'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/audiences', audiencesSchema, signal)).items,
});
