import { ChartColumn } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** The figures of a period, each with the alerts behind it. */
export const analytics: Feature = {
  menu: { label: 'Analytics', to: '/analytics', icon: ChartColumn, topBar: true, key: 'n' },
  demo: true,
  routes: [
    {
      path: 'analytics',
      lazy: async () => ({ Component: (await import('./analytics-page.tsx')).AnalyticsPage }),
    },
  ],
};
