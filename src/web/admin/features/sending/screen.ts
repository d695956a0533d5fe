import type { Screen } from '#src/web/admin/lib/screen.ts';

export const sending: Screen = {
  menu: { label: 'Sending', to: '/sending' },
  routes: [
    { path: 'sending', lazy: async () => ({ Component: (await import('./sending-page.tsx')).SendingPage }) },
  ],
};
