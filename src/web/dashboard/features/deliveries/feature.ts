import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** Every delivery of the workspace, newest first. */
export const deliveries: Feature = {
  demo: true,
  routes: [
    {
      path: 'deliveries',
      lazy: async () => ({ Component: (await import('./deliveries-page.tsx')).DeliveriesPage }),
    },
  ],
};
