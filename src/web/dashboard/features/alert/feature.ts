import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** One alert: its evidence, and the text as sent. */
export const alert: Feature = {
  demo: true,
  routes: [
    { path: 'alerts/:id', lazy: async () => ({ Component: (await import('./alert-page.tsx')).AlertPage }) },
  ],
};
