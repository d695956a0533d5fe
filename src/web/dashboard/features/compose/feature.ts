import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** Writing an alert without a rule. */
export const compose: Feature = {
  palette: async () => (await import('./palette.ts')).commands,
  routes: [
    {
      path: 'alerts/new',
      lazy: async () => ({ Component: (await import('./compose-page.tsx')).ComposePage }),
    },
    {
      path: 'alerts/planned',
      lazy: async () => ({ Component: (await import('./planned-page.tsx')).PlannedPage }),
    },
  ],
};
