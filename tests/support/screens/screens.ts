import { FEATURES } from '#src/web/dashboard/features/registry.ts';
import { SCREENS } from '#src/web/admin/features/registry.ts';
import type { RouteObject } from 'react-router';

/** Where a screen that needs to be told something is told it. */
const WITH_WORDS: Record<string, string> = { '/dashboard/checkout': '/dashboard/checkout?plan=starter' };

const pathsOf = (base: string, routes: readonly RouteObject[]): string[] =>
  routes.map(({ path }) => (path ? `${base}/${path}` : base));

/** Every screen of the account area as its registry has them, e.g. '/dashboard/alerts/:id'. */
export const ACCOUNT_SCREENS = FEATURES.flatMap(({ routes }) => pathsOf('/dashboard', routes));
/** Those that the public demo shows. */
export const DEMO_SCREENS = FEATURES.filter(({ demo }) => demo).flatMap(({ routes }) =>
  pathsOf('/demo', routes),
);
export const CONSOLE_SCREENS = SCREENS.flatMap(({ routes }) => pathsOf('/admin', routes)).filter(
  // Leads to the conversations.
  (path) => path !== '/admin',
);

/** An id that nothing has. */
const NOBODY = '01900000-0000-7000-8000-00000000dead';

const isOne = (screen: string): boolean => screen.includes(':');
const matches = (screen: string, path: string): boolean =>
  new RegExp(`^${screen.replaceAll(':symbol', '[^/]+').replaceAll(/:\w+/g, '[0-9a-f-]{36}')}$`).test(path);

/**
 * An address for each screen. What stands for one thing (':id') is found among `links`, the addresses that other
 * screens lead to: so a new screen needs no example of its own. Where nothing leads there, it is a thing that is gone.
 */
export function addressesOf(
  screens: readonly string[],
  links: readonly string[],
): { screen: string; path: string }[] {
  return screens.map((screen) => ({
    screen,
    path: isOne(screen)
      ? (links.find((link) => matches(screen, link)) ?? screen.replaceAll(/:\w+/g, NOBODY))
      : (WITH_WORDS[screen] ?? screen),
  }));
}

/** Those that stand for no one thing: where to look for links. */
export const lists = (screens: readonly string[]): string[] => screens.filter((screen) => !isOne(screen));
