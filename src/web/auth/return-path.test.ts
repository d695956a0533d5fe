import { expect, test } from 'vitest';
import { safeReturnPath, signInPath } from './return-path.ts';

const ORIGIN = 'https://bellwire.example';

test.each([
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/alerts/1?from=mail#text', '/dashboard/alerts/1?from=mail#text'],
  ['/dashboard-evil', '/dashboard'],
  ['/admin/messages?state=all', '/admin/messages?state=all'],
  ['/administrator', '/dashboard'],
  ['/admin/../signin', '/dashboard'],
  ['/dashboard/../signin', '/dashboard'],
  ['/dashboard/%2e%2e/signin', '/dashboard'],
  ['//evil.example/dashboard', '/dashboard'],
  ['/\\evil.example/dashboard', '/dashboard'],
  ['/\t/evil.example/dashboard', '/dashboard'],
  ['https://bellwire.example/dashboard/x', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
])('return to %j', (wanted, path) => expect(safeReturnPath(wanted, ORIGIN)).toBe(path));

test('the way to sign in and back', () => {
  expect(signInPath('/dashboard')).toBe('/signin');
  const path = '/dashboard/alerts/1?a=b';
  expect(new URL(signInPath(path), ORIGIN).searchParams.get('next')).toBe(path);
});
