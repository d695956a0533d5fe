import { ContactRound } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

/** The people who get alerts, and the audiences that rules send to. */
export const contacts: Feature = {
  menu: { label: 'Contacts', to: '/contacts', icon: ContactRound, key: 'i' },
  palette: async () => (await import('./palette.ts')).sources,
  routes: [
    {
      path: 'contacts',
      lazy: async () => ({ Component: (await import('./contacts-page.tsx')).ContactsPage }),
    },
    {
      path: 'contacts/new',
      lazy: async () => ({ Component: (await import('./new-contact-page.tsx')).NewContactPage }),
    },
    {
      path: 'contacts/import',
      lazy: async () => ({ Component: (await import('./import-page.tsx')).ImportPage }),
    },
    {
      path: 'contacts/:id',
      lazy: async () => ({ Component: (await import('./contact-page.tsx')).ContactPage }),
    },
    {
      path: 'audiences',
      lazy: async () => ({ Component: (await import('./audiences-page.tsx')).AudiencesPage }),
    },
    {
      path: 'audiences/:id',
      lazy: async () => ({ Component: (await import('./audience-page.tsx')).AudiencePage }),
    },
  ],
};
