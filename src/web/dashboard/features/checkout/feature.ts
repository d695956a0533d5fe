import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** What a chosen plan costs, and the way to pay it. */
export const checkout: Feature = {
  routes: [
    {
      path: 'checkout',
      lazy: async () => ({ Component: (await import('./checkout-page.tsx')).CheckoutPage }),
    },
  ],
};
