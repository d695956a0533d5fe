import { ShieldCheck } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

const load = async () => ({ Component: (await import('./policy-page.tsx')).PolicyPage });

/** Approval policies: what goes out by itself, what waits, and for whom. */
export const approval: Feature = {
  menu: { label: 'Approval', to: '/approval', icon: ShieldCheck, key: 'y' },
  routes: [
    {
      path: 'approval',
      lazy: async () => ({ Component: (await import('./policies-page.tsx')).PoliciesPage }),
    },
    { path: 'approval/new', lazy: load },
    { path: 'approval/:id', lazy: load },
  ],
};
