import { Cable } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** Accounts and servers that alerts go out through, and who sends. */
export const channels: Feature = {
  menu: { label: 'Channels', to: '/channels', icon: Cable, key: 'c' },
  palette: async () => (await import('./palette.ts')).commands,
  routes: [
    {
      path: 'channels',
      lazy: async () => ({ Component: (await import('./channels-page.tsx')).ChannelsPage }),
    },
  ],
};
