import { Palette } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** The brands of the workspace: name, colors and logo, with an alert in each beside it. */
export const brands: Feature = {
  menu: { label: 'Brands', to: '/brands', icon: Palette, key: 'b' },
  demo: true,
  routes: [
    { path: 'brands', lazy: async () => ({ Component: (await import('./brands-page.tsx')).BrandsPage }) },
    { path: 'brands/new', lazy: async () => ({ Component: (await import('./brand-page.tsx')).BrandPage }) },
    { path: 'brands/:id', lazy: async () => ({ Component: (await import('./brand-page.tsx')).BrandPage }) },
  ],
};
