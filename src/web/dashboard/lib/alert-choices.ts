import { queryOptions } from '@tanstack/react-query';
import { alertChoicesSchema } from '#src/shared/alert-list.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

/** What there is to filter by in this workspace. */
export const choicesQuery = queryOptions({
  queryKey: ['alerts', 'choices'],
  queryFn: ({ signal }) => apiGet('/api/v1/alerts/choices', alertChoicesSchema, signal),
});
