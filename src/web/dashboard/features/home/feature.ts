import { LayoutDashboard } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

export const home: Feature = {
  menu: { label: 'Dashboard', to: '/', icon: LayoutDashboard, topBar: true },
  routes: [{ index: true, lazy: async () => ({ Component: (await import('./home-page.tsx')).HomePage }) }],
};
