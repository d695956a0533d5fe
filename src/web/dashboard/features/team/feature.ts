import { Users } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

export const team: Feature = {
  menu: { label: 'Team', to: '/team', icon: Users, key: 't' },
  firstRun: [
    {
      step: 'team',
      label: 'Invite your team',
      sentence: 'Colleagues see the same alerts. Roles set what each person can do.',
      action: { label: 'Open Team', to: '/team' },
      needs: 'team:manage',
    },
  ],
  palette: async () => (await import('./palette.ts')).sources,
  routes: [
    { path: 'team', lazy: async () => ({ Component: (await import('./team-page.tsx')).TeamPage }) },
    {
      path: 'team/activity',
      lazy: async () => ({ Component: (await import('./activity-page.tsx')).ActivityPage }),
    },
  ],
};
