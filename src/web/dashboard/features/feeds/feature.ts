import { RadioTower } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** Where prices come from: how each feed is, which symbols are watched, what was put aside. */
export const feeds: Feature = {
  menu: { label: 'Feeds', to: '/feeds', icon: RadioTower, key: 'e' },
  routes: [
    { path: 'feeds', lazy: async () => ({ Component: (await import('./feeds-page.tsx')).FeedsPage }) },
  ],
};
