import type { Section } from '../docs/sections.ts';
import { dataSurfaces } from './data-surface.ts';
import { ERROR_ROWS } from './error-table.ts';
import type { Surface } from './reference.ts';
import { SURFACES } from './surfaces.ts';

/** The pages of the reference in the order of reading. */
export const API: readonly Surface[] = [...SURFACES.slice(0, 1), ...dataSurfaces, ...SURFACES.slice(1)];

/** The page that all others hang from: what holds for every address, the list of them, the errors. */
export const API_ROOT = { href: '/api', title: 'API reference' };

export const hrefOf = ({ id }: Pick<Surface, 'id'>): string => `${API_ROOT.href}/${id}`;

/** Every page of the reference, as lists of pages show them. */
export const API_PAGES: readonly { href: string; title: string }[] = [
  API_ROOT,
  ...API.map((surface) => ({ href: hrefOf(surface), title: surface.title })),
];

/** The reference as the search sees it. */
export function apiSections(): Section[] {
  const { title, href } = API_ROOT;
  return [
    {
      title,
      heading: '',
      href,
      text: 'Addresses, fields and errors, with requests that can be copied and run.',
    },
    ...API.flatMap((surface) => [
      { title, heading: surface.title, href: hrefOf(surface), text: surface.description },
      ...surface.entries.map(({ id, summary, method, path, description, tables }) => ({
        title,
        heading: summary,
        href: `${hrefOf(surface)}#${id}`,
        text: `${method.toUpperCase()} ${path} ${description} ${tables
          .flatMap(({ rows }) => rows.map(({ name, says }) => `${name} ${says}`))
          .join(' ')}`.replaceAll('`', ''),
      })),
    ]),
    ...ERROR_ROWS.map(({ code, status, message }) => ({
      title,
      heading: code,
      href: `${href}#error-${code}`,
      text: `${status} ${message}`,
    })),
  ];
}
