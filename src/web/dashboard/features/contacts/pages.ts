// One chunk: whoever opens one of these screens opens another soon, and each chunk is named in the first view of Home.
export { AudiencePage } from './audience-page.tsx';
export { AudiencesPage } from './audiences-page.tsx';
export { ContactPage } from './contact-page.tsx';
export { ContactsPage } from './contacts-page.tsx';
export { ImportPage } from './import-page.tsx';
export { NewContactPage } from './new-contact-page.tsx';
