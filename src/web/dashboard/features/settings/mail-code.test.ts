import { expect, test } from 'vitest';
import { mayBeGood } from './mail-code.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['2026-11-22T11:59:30Z', true],
  ['2026-11-21T12:00:01Z', true],
  ['2026-11-21T12:00:00Z', false],
  [undefined, false],
  ['soon', false],
])('a code of %s may be good: %s', (sentAt, good) => expect(mayBeGood(sentAt, NOW)).toBe(good));
