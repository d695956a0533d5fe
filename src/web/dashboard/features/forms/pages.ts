// One chunk: each is named in the first view of Home.
export { FormsPage } from './forms-page.tsx';
export { SuppressedPage } from './suppressed-page.tsx';
