import { Send } from 'lucide-react';
import { mayDo } from '#src/web/dashboard/lib/may-do.ts';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';

/** What Channels can do from anywhere. */
export const commands: PaletteSource = {
  group: 'Do',
  commands: async ({ queries }) =>
    (await mayDo(queries, 'channels:write'))
      ? [
          {
            id: 'send test',
            label: 'Test a channel',
            icon: Send,
            words: 'send test try channel connection check',
            run: ({ navigate }) => navigate('/channels'),
          },
        ]
      : [],
};
