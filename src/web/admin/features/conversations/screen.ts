import type { Screen } from '#src/web/admin/lib/screen.ts';

const load = async () => ({ Component: (await import('./conversations-page.tsx')).ConversationsPage });

export const conversations: Screen = {
  menu: { label: 'Conversations', to: '/conversations', count: 'conversations' },
  routes: [
    { index: true, lazy: async () => ({ Component: (await import('./first-page.tsx')).FirstPage }) },
    { path: 'conversations', lazy: load },
    { path: 'conversations/:id', lazy: load },
  ],
};
