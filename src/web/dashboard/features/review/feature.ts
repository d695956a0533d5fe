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
  shortcuts: {
    title: 'Review',
    shortcuts: [
      { keys: ['a'], does: 'Approve and send' },
      { keys: ['r'], does: 'Reject with a reason' },
      { keys: ['e'], does: 'Edit the text' },
      { keys: ['x'], does: 'Select an alert; with Shift, all up to it' },
    ],
  },
  routes: [
    { path: 'review', lazy: async () => ({ Component: (await import('./review-page.tsx')).ReviewPage }) },
  ],
};
