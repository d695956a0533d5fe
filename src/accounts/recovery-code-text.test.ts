import { randomBytes } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { newCode, readCode } from './recovery-code-text.ts';

it('is written four by four, and read back', () => {
  const code = newCode(randomBytes);
  expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  expect(readCode(code)).toBe(code.replaceAll('-', ''));
  expect(newCode(randomBytes)).not.toBe(code);
});

it('can hold every letter at every place', () => {
  const all = (byte: number) => newCode((bytes) => new Uint8Array(bytes).fill(byte));
  expect(all(0)).toBe('0000-0000-0000-0000');
  expect(all(255)).toBe('zzzz-zzzz-zzzz-zzzz');
  expect(new Set(Array.from({ length: 256 }, (_, byte) => all(byte))).size).toBe(32);
});

test.each([
  [' K7PQ 2mxd 9ahr-t4wn\n', 'k7pq2mxd9ahrt4wn'],
  ['k7pq2mxd9ahrt4wn', 'k7pq2mxd9ahrt4wn'],
  ['OOOO-iIlL-0000-1111', '0000111100001111'],
  ['k7pq-2mxd-9ahr-t4w', null],
  ['k7pq-2mxd-9ahr-t4wn0', null],
  ['k7pq-2mxd-9ahr-t4wu', null],
  ['k7pq-2mxd-9ahr-t4w\u0000', null],
  ['', null],
  ['0'.repeat(10_000), null],
])('%j is read as %j', (typed, code) => expect(readCode(typed)).toBe(code));
