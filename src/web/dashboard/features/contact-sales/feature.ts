import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** A word to sales, for what has no price in a list. */
export const contactSales: Feature = {
  routes: [
    {
      path: 'contact-sales',
      lazy: async () => ({ Component: (await import('./contact-sales-page.tsx')).ContactSalesPage }),
    },
  ],
};
