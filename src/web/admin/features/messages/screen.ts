import type { Screen } from '#src/web/admin/lib/screen.ts';

export const messages: Screen = {
  menu: { label: 'Messages', to: '/messages', count: 'messages' },
  routes: [
    {
      path: 'messages',
      lazy: async () => ({ Component: (await import('./messages-page.tsx')).MessagesPage }),
    },
  ],
};
