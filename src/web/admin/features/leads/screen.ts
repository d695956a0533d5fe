import type { Screen } from '#src/web/admin/lib/screen.ts';

export const leads: Screen = {
  menu: { label: 'Leads', to: '/leads' },
  routes: [
    { path: 'leads', lazy: async () => ({ Component: (await import('./leads-page.tsx')).LeadsPage }) },
  ],
};
