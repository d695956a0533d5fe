import { Users } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

export const team: Feature = {
  menu: { label: 'Team', to: '/team', icon: Users },
  routes: [
    { path: 'team', lazy: async () => ({ Component: (await import('./team-page.tsx')).TeamPage }) },
    {
      path: 'team/activity',
      lazy: async () => ({ Component: (await import('./activity-page.tsx')).ActivityPage }),
    },
  ],
};
