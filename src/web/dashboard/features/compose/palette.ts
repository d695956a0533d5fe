import { CalendarClock, PenLine } from 'lucide-react';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';

export const commands: PaletteSource = {
  group: 'Screens',
  commands: () => [
    {
      id: 'new alert',
      label: 'New alert',
      icon: PenLine,
      words: 'write compose send by hand manually message announcement',
      run: ({ navigate }) => navigate('/alerts/new'),
    },
    {
      id: 'planned alerts',
      label: 'Planned alerts',
      icon: CalendarClock,
      words: 'scheduled agenda later reschedule cancel',
      run: ({ navigate }) => navigate('/alerts/planned'),
    },
  ],
};
