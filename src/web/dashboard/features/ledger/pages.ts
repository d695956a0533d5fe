/** The screens of this feature in one file: they share most of it. */
export { EntriesPage } from './entries/entries-page.tsx';
export { RetentionPage } from './retention/retention-page.tsx';
export { SearchPage } from './search/search-page.tsx';
