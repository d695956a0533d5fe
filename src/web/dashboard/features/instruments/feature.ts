import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** What can be watched, and each of it; no entry of the menu: Rules and Feeds lead there, and the palette. */
export const instruments: Feature = {
  demo: true,
  palette: async () => (await import('./palette.ts')).sources,
  routes: [
    {
      path: 'instruments',
      lazy: async () => ({ Component: (await import('./instruments-page.tsx')).InstrumentsPage }),
    },
    {
      path: 'instruments/:symbol',
      lazy: async () => ({ Component: (await import('./instrument-page.tsx')).InstrumentPage }),
    },
  ],
};
