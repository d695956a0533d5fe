import { Siren } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** Every alert of the workspace: filters, search, saved views. */
export const alerts: Feature = {
  menu: { label: 'Alerts', to: '/alerts', icon: Siren },
  routes: [
    { path: 'alerts', lazy: async () => ({ Component: (await import('./alerts-page.tsx')).AlertsPage }) },
  ],
};
