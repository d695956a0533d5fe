import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** All that the bell has told. The bell and Home lead here; the menu has no entry for it. */
export const notifications: Feature = {
  demo: true,
  routes: [
    {
      path: 'notifications',
      lazy: async () => ({ Component: (await import('./notifications-page.tsx')).NotificationsPage }),
    },
  ],
};
