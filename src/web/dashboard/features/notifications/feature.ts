import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** All notifications. The bell and Home link here; the menu has no entry for it. */
export const notifications: Feature = {
  demo: true,
  routes: [
    {
      path: 'notifications',
      lazy: async () => ({ Component: (await import('./notifications-page.tsx')).NotificationsPage }),
    },
  ],
};
