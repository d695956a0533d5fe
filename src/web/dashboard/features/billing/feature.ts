import { ReceiptText } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** What is paid, until when, and the invoices. */
export const billing: Feature = {
  menu: { label: 'Billing', to: '/billing', icon: ReceiptText, needs: 'billing:read' },
  routes: [
    { path: 'billing', lazy: async () => ({ Component: (await import('./billing-page.tsx')).BillingPage }) },
  ],
};
