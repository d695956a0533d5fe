import { ClipboardPen } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** How readers come and go: sign-up forms, and addresses that get nothing any more. */
export const forms: Feature = {
  menu: { label: 'Forms', to: '/forms', icon: ClipboardPen },
  palette: async () => (await import('./palette.ts')).commands,
  routes: [
    { path: 'forms', lazy: async () => ({ Component: (await import('./pages.ts')).FormsPage }) },
    { path: 'suppressed', lazy: async () => ({ Component: (await import('./pages.ts')).SuppressedPage }) },
  ],
};
