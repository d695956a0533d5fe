import { Settings } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

export const settings: Feature = {
  menu: { label: 'Settings', to: '/settings', icon: Settings, topBar: true, key: 's' },
  routes: [
    {
      path: 'settings',
      lazy: async () => ({ Component: (await import('./settings-page.tsx')).SettingsPage }),
    },
  ],
};
