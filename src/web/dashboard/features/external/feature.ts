import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** Rules on external sources instead of bars. */
export const outside: Feature = {
  palette: async () => (await import('./palette.ts')).found,
  routes: [
    {
      path: 'rules/outside',
      lazy: async () => ({ Component: (await import('./external-rules-page.tsx')).ExternalRulesPage }),
    },
    {
      path: 'rules/outside/:id',
      lazy: async () => ({ Component: (await import('./external-rule-page.tsx')).ExternalRulePage }),
    },
  ],
};
