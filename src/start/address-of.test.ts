import type { Context } from 'hono';
import { expect, it } from 'vitest';
import { readAddressOf, readIsProxy } from './address-of.ts';
import { createWarnings } from './warnings.ts';

/** A request as the web server of Node hands it on. */
const from = (remoteAddress: string, forwardedFor?: string): Context =>
  ({
    env: { incoming: { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' } } },
    req: { header: () => forwardedFor },
  }) as unknown as Context;

it('warns, once, of a proxy on this machine that is not trusted, with the line that names it', () => {
  const logged: string[] = [];
  const warnings = createWarnings({ warn: (_context, message) => void logged.push(message) });
  const addressOf = readAddressOf(['10.0.0.1'], warnings.raise);
  expect(addressOf(from('127.0.0.1'))).toBe('127.0.0.1');
  // A client elsewhere may write what it likes.
  expect(addressOf(from('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7');
  expect(warnings.list()).toEqual([]);
  for (let n = 0; n < 2; n += 1)
    expect(addressOf(from('::ffff:127.0.0.1', '198.51.100.1'))).toBe('127.0.0.1');
  expect(warnings.list()).toEqual(logged);
  expect(logged).toEqual([expect.stringMatching(/restart: TRUSTED_PROXY=10\.0\.0\.1,127\.0\.0\.1$/)]);
});

it('warns of none that is trusted', () => {
  const raised: string[] = [];
  const addressOf = readAddressOf(['127.0.0.1'], (sentence) => void raised.push(sentence));
  expect(addressOf(from('127.0.0.1', '198.51.100.1'))).toBe('198.51.100.1');
  expect(addressOf(from('127.0.0.1', '127.0.0.1'))).toBe('127.0.0.1');
  expect(raised).toEqual([]);
});

it.each([
  ['this machine', '127.0.0.1', {}, true],
  ['this machine in IPv6', '::1', {}, true],
  ['a trusted proxy', '10.0.0.1', {}, true],
  ['another address', '203.0.113.7', {}, false],
  ['what a proxy passes on', '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }, false],
  ['the same by the standard header', '10.0.0.1', { forwarded: 'for=203.0.113.7' }, false],
])('knows a proxy’s own request: %s', (_name, remoteAddress, headers: Record<string, string>, is) => {
  const context = {
    env: { incoming: { socket: { remoteAddress, remotePort: 1, remoteFamily: 'IPv4' } } },
    req: { header: (name: string) => headers[name] },
  } as unknown as Context;
  expect(readIsProxy(['10.0.0.1'])(context)).toBe(is);
});
