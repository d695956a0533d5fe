import type { Screen } from '#src/web/admin/lib/screen.ts';

export const jobs: Screen = {
  menu: { label: 'Failed jobs', to: '/jobs', count: 'jobs' },
  routes: [{ path: 'jobs', lazy: async () => ({ Component: (await import('./jobs-page.tsx')).JobsPage }) }],
};
