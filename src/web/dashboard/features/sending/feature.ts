import { OctagonX } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** What goes out, and the button that stops it. */
export const sending: Feature = {
  menu: { label: 'Sending', to: '/sending', icon: OctagonX, key: 'x' },
  palette: async () => (await import('./palette.ts')).commands,
  routes: [
    { path: 'sending', lazy: async () => ({ Component: (await import('./sending-page.tsx')).SendingPage }) },
  ],
};
