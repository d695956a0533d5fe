import { PenLine } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** The model that writes alerts: settings, what it cost, and a playground. */
export const writer: Feature = {
  menu: { label: 'Writer', to: '/writer', icon: PenLine },
  demo: true,
  routes: [
    { path: 'writer', lazy: async () => ({ Component: (await import('./writer-page.tsx')).WriterPage }) },
  ],
};
