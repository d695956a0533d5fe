import { ContactRound } from 'lucide-react';
import type { Feature } from '#src/web/dashboard/lib/feature.ts';

const pages = () => import('./pages.ts');

/** The people who get alerts, and the audiences that rules send to. */
export const contacts: Feature = {
  menu: { label: 'Contacts', to: '/contacts', icon: ContactRound, key: 'i' },
  demo: true,
  palette: async () => (await import('./palette.ts')).sources,
  routes: [
    { path: 'contacts', lazy: async () => ({ Component: (await pages()).ContactsPage }) },
    { path: 'contacts/new', lazy: async () => ({ Component: (await pages()).NewContactPage }) },
    { path: 'contacts/import', lazy: async () => ({ Component: (await pages()).ImportPage }) },
    { path: 'contacts/:id', lazy: async () => ({ Component: (await pages()).ContactPage }) },
    { path: 'audiences', lazy: async () => ({ Component: (await pages()).AudiencesPage }) },
    { path: 'audiences/:id', lazy: async () => ({ Component: (await pages()).AudiencePage }) },
  ],
};
