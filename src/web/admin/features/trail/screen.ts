import type { Screen } from '#src/web/admin/lib/screen.ts';

export const trail: Screen = {
  menu: { label: 'Trail', to: '/trail' },
  routes: [
    { path: 'trail', lazy: async () => ({ Component: (await import('./trail-page.tsx')).TrailPage }) },
  ],
};
