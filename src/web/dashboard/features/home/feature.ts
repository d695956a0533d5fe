import { LayoutDashboard } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

export const home: Feature = {
  menu: { label: 'Dashboard', to: '/', icon: LayoutDashboard, topBar: true, key: 'd' },
  firstRun: [
    {
      step: 'confirm',
      label: 'Confirm your address',
      sentence: 'Open the link we emailed you. Until then, your alerts wait.',
      action: { label: 'Settings', to: '/settings' },
    },
    {
      step: 'trial',
      label: 'Start a first trial run',
      sentence: 'Your starter rule runs once over recorded market data and writes one alert.',
      action: { label: 'Go to the trial run', to: '/#recent-alerts' },
      needs: 'alerts:run',
    },
  ],
  palette: async () => (await import('./palette.ts')).source,
  demo: true,
  routes: [{ index: true, lazy: async () => ({ Component: (await import('./home-page.tsx')).HomePage }) }],
};
