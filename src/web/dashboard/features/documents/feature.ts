import { Files } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** Files of the workspace: folders, uploads, previews, links for people without an account. */
export const documents: Feature = {
  menu: { label: 'Documents', to: '/documents', icon: Files, key: 'o' },
  palette: async () => (await import('./palette.ts')).found,
  routes: [
    {
      path: 'documents',
      lazy: async () => ({ Component: (await import('./documents-page.tsx')).DocumentsPage }),
    },
    {
      path: 'documents/deleted',
      lazy: async () => ({ Component: (await import('./deleted-page.tsx')).DeletedPage }),
    },
    {
      path: 'documents/:id',
      lazy: async () => ({ Component: (await import('./document-page.tsx')).DocumentPage }),
    },
  ],
};
