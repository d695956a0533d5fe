import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeRefreshToken, readRefreshToken } from './refresh-token.ts';

const key = randomBytes(32);
const anyToken = fc.record({
  sessionId: fc.uuid({ version: [4, 7] }),
  counter: fc.integer({ min: 0, max: 0x7fffffff }),
});

it('reads what it made', () => {
  fc.assert(
    fc.property(anyToken, (token) => {
      expect(readRefreshToken(key, makeRefreshToken(key, token))).toEqual(token);
    }),
  );
});

it('sees every single changed bit, and another key', () => {
  fc.assert(
    fc.property(anyToken, fc.nat({ max: 36 * 8 - 1 }), (token, bit) => {
      const text = makeRefreshToken(key, token);
      const bytes = Buffer.from(text, 'base64url');
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(readRefreshToken(key, bytes.toString('base64url'))).toBe('forged');
      expect(readRefreshToken(randomBytes(32), text)).toBe('forged');
    }),
  );
});

it('tells anything else to be malformed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      fc.pre(!/^[A-Za-z0-9_-]{48}$/.test(text));
      expect(readRefreshToken(key, text)).toBe('malformed');
    }),
  );
  expect(readRefreshToken(key, `${'A'.repeat(48)}\n`)).toBe('malformed');
});
