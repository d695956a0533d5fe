import { queryOptions } from '@tanstack/react-query';
import { routeChoicesSchema } from '#src/shared/routes.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

/** What routes can name: brands, audiences, destinations and channels. */
export const routeChoicesQuery = queryOptions({
  queryKey: ['rules', 'route-choices'],
  queryFn: ({ signal }) => apiGet('/api/v1/rules/route-choices', routeChoicesSchema, signal),
});
