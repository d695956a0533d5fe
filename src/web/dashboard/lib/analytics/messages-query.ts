import { queryOptions } from '@tanstack/react-query';
import { messageFiguresSchema } from '#src/shared/analytics-messages.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

/** Messages by route, audience, destination and channel. */
export const messagesQuery = (filter: string) =>
  queryOptions({
    queryKey: ['alerts', 'messages', filter],
    queryFn: ({ signal }) => apiGet(`/api/v1/analytics/messages?${filter}`, messageFiguresSchema, signal),
  });
