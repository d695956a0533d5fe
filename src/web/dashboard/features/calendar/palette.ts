import { CalendarDays } from 'lucide-react';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';

export const commands: PaletteSource = {
  group: 'Screens',
  commands: () => [
    {
      id: 'calendar',
      label: 'Calendar',
      words: 'economic releases earnings events reminders',
      icon: CalendarDays,
      run: ({ navigate }) => navigate('/calendar'),
    },
  ],
};
