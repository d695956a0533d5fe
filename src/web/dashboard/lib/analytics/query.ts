import { queryOptions } from '@tanstack/react-query';
import { type Analytics, analyticsSchema } from '#src/shared/analytics.ts';
import { isDemo } from '#src/web/lib/api/access.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

/** Nothing of the demo is handed over, so there is no time that it took. */
function withoutTimes(figures: Analytics): Analytics {
  const none = { medianMs: null, p95Ms: null };
  return {
    ...figures,
    period: { ...figures.period, ...none },
    before: { ...figures.before, ...none },
    channels: figures.channels.map((channel) => ({ ...channel, ...none })),
  };
}

/** The figures of a filter (its text in the address): under the live topic, so that hints refresh them. */
export const analyticsQuery = (filter: string) =>
  queryOptions({
    queryKey: ['alerts', 'analytics', filter],
    queryFn: async ({ signal }) => {
      const figures = await apiGet(`/api/v1/analytics?${filter}`, analyticsSchema, signal);
      return isDemo() ? withoutTimes(figures) : figures;
    },
  });
