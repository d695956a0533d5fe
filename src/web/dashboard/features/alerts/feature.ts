import { Siren } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** Every alert of the workspace: filters, search, saved views. */
export const alerts: Feature = {
  menu: { label: 'Alerts', to: '/alerts', icon: Siren, key: 'a' },
  firstRun: [
    {
      step: 'look',
      label: 'Look at the alert',
      sentence: 'See the data behind it, the text that was sent, and whether it arrived.',
      action: { label: 'Open the alerts', to: '/alerts' },
    },
  ],
  palette: async () => {
    const { found, screens, views } = await import('./palette.ts');
    return [screens, views, found];
  },
  demo: true,
  routes: [
    { path: 'alerts', lazy: async () => ({ Component: (await import('./alerts-page.tsx')).AlertsPage }) },
  ],
};
