import type { Section } from '../docs/sections.ts';
import { dataSurfaces } from './data-surface.ts';
import { ERROR_ROWS } from './error-table.ts';
import type { Surface } from './reference.ts';
import { SURFACES } from './surfaces.ts';

/** The pages of the reference in the order of reading. */
export const API: readonly Surface[] = [...SURFACES.slice(0, 1), ...dataSurfaces, ...SURFACES.slice(1)];

/** The page to start with: a first request, and what holds for every endpoint. */
export const API_ROOT = { href: '/api', title: 'API reference' };
export const API_ENDPOINTS = { href: '/api/endpoints', title: 'All endpoints' };
export const API_ERRORS = { href: '/api/errors', title: 'Error codes' };

export const errorHref = (code: string): string => `${API_ERRORS.href}#error-${code}`;

export const hrefOf = ({ id }: Pick<Surface, 'id'>): string => `${API_ROOT.href}/${id}`;

/** Every page of the reference, as lists of pages show them. */
export const API_PAGES: readonly { href: string; title: string }[] = [
  API_ROOT,
  API_ENDPOINTS,
  API_ERRORS,
  ...API.map((surface) => ({ href: hrefOf(surface), title: surface.title })),
];

/** The pages before and after one of the reference, for its pager. */
export function neighbors(href: string) {
  const place = API_PAGES.findIndex((page) => page.href === href);
  return { previous: API_PAGES[place - 1], next: API_PAGES[place + 1] };
}

/** The reference as the search sees it. */
export function apiSections(): Section[] {
  const { title, href } = API_ROOT;
  return [
    {
      title,
      heading: '',
      href,
      text: 'A first request, authentication, paging, limits and error responses.',
    },
    { title, heading: API_ENDPOINTS.title, href: API_ENDPOINTS.href, text: 'Every endpoint on one page.' },
    { title, heading: API_ERRORS.title, href: API_ERRORS.href, text: 'Every error code with its status.' },
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
      href: errorHref(code),
      text: `${status} ${message}`,
    })),
  ];
}
