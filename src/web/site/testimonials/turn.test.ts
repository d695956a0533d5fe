import { expect, test } from 'vitest';
import { swiped, turn } from './turn.ts';

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [0, -1, 4, 3],
  [0, 1, 1, 0],
])('from %i by %i of %i to %i', (index, by, count, to) => expect(turn(index, by, count)).toBe(to));

test.each([
  [-50, 0, 1],
  [50, 10, -1],
  [-49, 0, 0],
  [60, 80, 0],
])('a finger moved by %i, %i turns %i', (dx, dy, to) => expect(swiped(dx, dy)).toBe(to));
