import { expect, test } from 'vitest';
import { changeOf } from './change.ts';

test.each([
  [63, 1, '+62'],
  [120, 0, null],
  [5, 9, '\u22124'],
  [3, 3, '0'],
  [15, 10, '+50%'],
  [10_000, 10, '+9,990'],
])('%i after %i is %s', (now, was, text) => expect(changeOf(now, was)).toBe(text));
