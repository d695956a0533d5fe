import { queryOptions } from '@tanstack/react-query';
import { alertReactionsSchema, reactionFiguresSchema } from '#src/shared/analytics-reactions.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

/** Opens, clicks and complaints of a period, by channel, rule and audience. */
export const reactionsQuery = (filter: string) =>
  queryOptions({
    queryKey: ['alerts', 'reactions', filter],
    queryFn: ({ signal }) => apiGet(`/api/v1/analytics/reactions?${filter}`, reactionFiguresSchema, signal),
  });

/** The same of one alert, with the links that were followed. */
export const alertReactionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'reactions', 'of', id],
    queryFn: ({ signal }) =>
      apiGet(`/api/v1/alerts/${encodeURIComponent(id)}/reactions`, alertReactionsSchema, signal),
  });
