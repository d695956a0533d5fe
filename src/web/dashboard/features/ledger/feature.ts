import { ScrollText } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

const pages = () => import('./pages.ts');

/** The record of what was approved and sent: search, retention and holds, and its entries. */
export const ledger: Feature = {
  menu: { label: 'Ledger', to: '/ledger', icon: ScrollText, key: 'h' },
  routes: [
    { path: 'ledger', lazy: async () => ({ Component: (await pages()).SearchPage }) },
    { path: 'ledger/retention', lazy: async () => ({ Component: (await pages()).RetentionPage }) },
    { path: 'ledger/entries', lazy: async () => ({ Component: (await pages()).EntriesPage }) },
  ],
};
