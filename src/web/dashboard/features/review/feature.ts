import { SquareCheckBig } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** The inbox of alerts that wait for a decision. */
export const review: Feature = {
  menu: {
    label: 'Review',
    to: '/review',
    icon: SquareCheckBig,
    key: 'v',
    count: () => import('./count.tsx'),
  },
  routes: [
    { path: 'review', lazy: async () => ({ Component: (await import('./review-page.tsx')).ReviewPage }) },
  ],
};
