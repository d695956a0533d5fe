import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** Releases, earnings and what else has a date; no entry of the menu, but of the palette. */
export const calendar: Feature = {
  palette: async () => (await import('./palette.ts')).commands,
  routes: [
    {
      path: 'calendar',
      lazy: async () => ({ Component: (await import('./calendar-page.tsx')).CalendarPage }),
    },
  ],
};
