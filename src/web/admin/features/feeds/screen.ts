import type { Screen } from '#src/web/admin/lib/screen.ts';

export const feeds: Screen = {
  menu: { label: 'Feeds', to: '/feeds' },
  routes: [
    { path: 'feeds', lazy: async () => ({ Component: (await import('./feeds-page.tsx')).FeedsPage }) },
  ],
};
