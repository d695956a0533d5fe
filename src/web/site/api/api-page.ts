import type { Section } from '../docs/sections.ts';
import { dataEntries } from './data-surface.ts';
import { ERROR_ROWS } from './error-table.ts';
import type { Surface } from './reference.ts';
import { SURFACES } from './surfaces.ts';

/** The surfaces in the order of the page. */
export const API: readonly Surface[] = [
  ...SURFACES.slice(0, 1),
  {
    id: 'data',
    title: 'Alerts and the account',
    intro: [
      'Everything the account area shows. The same as a document for tools: `/api/v1/openapi.json` (OpenAPI 3.1), made from the schemas the program itself reads and writes with.',
    ],
    entries: dataEntries,
  },
  ...SURFACES.slice(1),
];

const TITLE = 'API reference';

/** The reference as the search sees it. */
export function apiSections(): Section[] {
  const entries = API.flatMap((surface) => surface.entries);
  return [
    {
      title: TITLE,
      heading: '',
      href: '/api',
      text: 'Addresses, fields and errors, with requests that can be copied and run.',
    },
    ...entries.map(({ id, summary, method, path, description, tables }) => ({
      title: TITLE,
      heading: summary,
      href: `/api#${id}`,
      text: `${method.toUpperCase()} ${path} ${description} ${tables
        .flatMap(({ rows }) => rows.map(({ name, says }) => `${name} ${says}`))
        .join(' ')}`.replaceAll('`', ''),
    })),
    ...ERROR_ROWS.map(({ code, status, message }) => ({
      title: TITLE,
      heading: code,
      href: `/api#error-${code}`,
      text: `${status} ${message}`,
    })),
  ];
}
