import { queryOptions } from '@tanstack/react-query';
import { commentSchema, commentsSchema } from '#src/shared/comments.ts';
import { apiDelete, apiGet, apiPost } from '#src/web/lib/api/api.ts';

const path = (alertId: string, part = '') => `/api/v1/alerts/${encodeURIComponent(alertId)}/comments${part}`;

/** What members wrote to each other about an alert. Under the live topic `alerts`. */
export const commentsQuery = (alertId: string) =>
  queryOptions({
    queryKey: ['alerts', 'comments', alertId],
    queryFn: async ({ signal }) => (await apiGet(path(alertId), commentsSchema, signal)).items,
  });
export const writeComment = (alertId: string, text: string) =>
  apiPost(path(alertId), { text }, commentSchema);
export const withdrawComment = (alertId: string, id: string) => apiDelete(path(alertId, `/${id}`));
