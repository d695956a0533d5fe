import { expect, it } from 'vitest';
import { allowed, chooseRedirect, withValues } from './redirects.ts';

const rules = {
  siteUrl: 'https://wire.example',
  allow: ['https://*.preview.example/**', 'https://app.example/back', 'myapp://callback/*'],
};

it.each([
  'https://wire.example/dashboard?x=1',
  'http://127.0.0.1:5173/back',
  'http://[::1]:3000/',
  'https://one.preview.example/a/b',
  'https://app.example/back',
  'myapp://callback/in',
])('leads back to %s', (address) => {
  expect(allowed(rules, address)).toBe(address);
});

it.each([
  '',
  'somebody@traders.example',
  '/dashboard',
  '//evil.example',
  'https://evil.example',
  'http://wire.example/',
  'https://wire.example:8443/',
  'https://wire.example.evil.example/',
  'https://wire.example@evil.example/',
  'https://user:pass@wire.example/',
  'https://evil.example\\@wire.example/',
  'https://two.one.preview.example/a',
  'https://evil.example/x.preview.example/a',
  'https://app.example/back/further',
  // A dot of the pattern is a dot.
  'https://appXexample/back',
  'https://app.example.evil.example/back',
  'http://127.0.0.1.evil.example/',
  'http://localhost.evil.example/',
  'javascript:alert(1)//https://wire.example',
  'data:text/html,x',
  'myapp://callback/in/deeper',
  'https://wire.example\r\nX: y@evil.example/',
])('replaces %j without a word', (address) => {
  expect(chooseRedirect(rules, address)).toBe('https://wire.example');
});

it('ignores the port on localhost, and falls back to the page that asked', () => {
  const local = { siteUrl: 'http://localhost:3000', allow: [] };
  expect(allowed(local, 'http://localhost:5173/a')).toBe('http://localhost:5173/a');
  expect(chooseRedirect(rules, 'https://evil.example', 'https://wire.example/page')).toBe(
    'https://wire.example/page',
  );
  expect(chooseRedirect(rules, null, 'https://evil.example')).toBe('https://wire.example');
});

it('puts values into the fragment in place of one that was there', () => {
  expect(withValues('https://wire.example/a?b=c#d', { error: 'x y' }, false)).toBe(
    'https://wire.example/a?b=c#error=x+y&sb=',
  );
  expect(withValues('https://wire.example/a?b=c', { error: 'x' }, true)).toBe(
    'https://wire.example/a?b=c&error=x#error=x&sb=',
  );
});
