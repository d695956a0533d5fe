import { MailX } from 'lucide-react';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';

export const commands: PaletteSource = {
  group: 'Screens',
  commands: () => [
    {
      id: 'suppressed',
      label: 'Suppressed addresses',
      words: 'bounces complaints spam unsubscribe block list suppression',
      icon: MailX,
      run: ({ navigate }) => navigate('/suppressed'),
    },
  ],
};
