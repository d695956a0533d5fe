import { OctagonX } from 'lucide-react';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';

export const commands: PaletteSource = {
  group: 'Do',
  commands: () => [
    {
      id: 'stop sending',
      label: 'Stop sending',
      icon: OctagonX,
      words: 'red button emergency halt pause kill recall resume',
      run: ({ navigate }) => navigate('/sending'),
    },
  ],
};
