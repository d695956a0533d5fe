import { Layers } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** The three plans, and which one is the workspace's. */
export const plans: Feature = {
  menu: { label: 'Plans', to: '/plans', icon: Layers, topBar: true, key: 'p' },
  firstRun: [
    {
      step: 'plan',
      label: 'Choose a plan',
      sentence: 'Your trial has the limits of Pro. A plan keeps your alerts going when it ends.',
      action: { label: 'See the plans', to: '/plans' },
      needs: 'billing:write',
    },
  ],
  routes: [
    { path: 'plans', lazy: async () => ({ Component: (await import('./plans-page.tsx')).PlansPage }) },
  ],
};
