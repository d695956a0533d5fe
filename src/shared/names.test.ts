import { expect, it } from 'vitest';
import { someNames } from './names.ts';

it('names some and counts the rest', () => {
  expect(someNames(['A'], 2)).toBe('A');
  expect(someNames(['A', 'B'], 2)).toBe('A, B');
  expect(someNames(['A', 'B', 'C', 'D'], 2)).toBe('A, B and 2 more');
});
