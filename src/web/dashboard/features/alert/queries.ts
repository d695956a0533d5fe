import { queryOptions } from '@tanstack/react-query';
import { alertDetailSchema } from '#src/shared/alerts.ts';
import { apiGet } from '#src/web/dashboard/lib/api.ts';

export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'detail', id],
    queryFn: ({ signal }) => apiGet(`/api/v1/alerts/${encodeURIComponent(id)}`, alertDetailSchema, signal),
  });
