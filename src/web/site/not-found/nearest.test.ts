import { expect, it } from 'vitest';
import { nearestPath } from './nearest.ts';

const KNOWN = ['/about', '/blog', '/careers', '/privacy', '/signin', '/signup', '/dashboard'];

it.each([
  ['/abuot', '/about'],
  ['/About/', '/about'],
  ['/privacy.html', '/privacy'],
  ['/privacy-policy', null],
  ['/blogs', '/blog'],
  ['/sign-in', '/signin'],
  ['/carreers', '/careers'],
  ['/x', null],
  ['/', null],
  ['/wp-login.php', null],
])('%s: %s', (asked, meant) => {
  expect(nearestPath(asked, KNOWN)).toBe(meant);
});

it('doesn’t mind a very long address', () => {
  expect(nearestPath(`/${'a'.repeat(100_000)}`, KNOWN)).toBeNull();
});
