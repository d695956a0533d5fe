import { Radar } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** What is watched for: rules in the rule language, their replay, and the watchlists they go over. */
export const rules: Feature = {
  menu: { label: 'Rules', to: '/rules', icon: Radar, key: 'r' },
  palette: async () => (await import('./palette.ts')).found,
  routes: [
    { path: 'rules', lazy: async () => ({ Component: (await import('./rules-page.tsx')).RulesPage }) },
    { path: 'rules/new', lazy: async () => ({ Component: (await import('./rule-page.tsx')).NewRulePage }) },
    {
      path: 'rules/watchlists',
      lazy: async () => ({ Component: (await import('./watchlists-page.tsx')).WatchlistsPage }),
    },
    { path: 'rules/:id', lazy: async () => ({ Component: (await import('./rule-page.tsx')).RulePage }) },
  ],
};
