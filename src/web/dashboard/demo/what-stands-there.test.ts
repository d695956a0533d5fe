import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FEATURES } from '../features/registry.ts';
import { WHAT_STANDS_THERE } from './what-stands-there.ts';

test('it is told of screens that the menu has and the demo doesn’t show, and leads to pages that there are', () => {
  const hidden = FEATURES.flatMap(({ menu, demo }) => (menu && !demo ? [menu.to] : []));
  const told = Object.entries(WHAT_STANDS_THERE);
  for (const [to] of told) expect(hidden).toContain(to);
  const pages = told.flatMap(([, { more }]) => /^\/documentation\/(.+)$/.exec(more.href)?.[1] ?? []);
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(existsSync(`src/web/content/docs/${page}.md`), page).toBe(true);
  expect(Object.keys(WHAT_STANDS_THERE)).toEqual(expect.arrayContaining(['/plans', '/team', '/documents']));
});
