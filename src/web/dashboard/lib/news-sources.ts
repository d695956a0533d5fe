import { queryOptions } from '@tanstack/react-query';
import { newsSourcesSchema } from '#src/shared/external/news.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

/** Where the workspace reads its news; under the live topic `feeds`. */
export const newsSourcesQuery = queryOptions({
  queryKey: ['feeds', 'news'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/news-sources', newsSourcesSchema, signal)).items,
});
