import type { Screen } from '#src/web/admin/lib/screen.ts';

export const accounts: Screen = {
  menu: { label: 'Accounts', to: '/accounts' },
  routes: [
    {
      path: 'accounts',
      lazy: async () => ({ Component: (await import('./accounts-page.tsx')).AccountsPage }),
    },
    {
      path: 'accounts/:id',
      lazy: async () => ({ Component: (await import('./workspace-page.tsx')).WorkspacePage }),
    },
  ],
};
