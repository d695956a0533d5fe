import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** Rules on what comes from outside instead of bars. */
export const outside: Feature = {
  palette: async () => (await import('./palette.ts')).found,
  routes: [
    {
      path: 'rules/outside',
      lazy: async () => ({ Component: (await import('./outside-page.tsx')).OutsidePage }),
    },
    {
      path: 'rules/outside/:id',
      lazy: async () => ({ Component: (await import('./outside-rule-page.tsx')).OutsideRulePage }),
    },
  ],
};
