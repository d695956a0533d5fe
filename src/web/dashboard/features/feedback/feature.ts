import { MessageSquareText } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** A word to the team, and how to reach it. */
export const feedback: Feature = {
  menu: { label: 'Feedback', to: '/feedback', icon: MessageSquareText, key: 'f' },
  routes: [
    {
      path: 'feedback',
      lazy: async () => ({ Component: (await import('./feedback-page.tsx')).FeedbackPage }),
    },
  ],
};
