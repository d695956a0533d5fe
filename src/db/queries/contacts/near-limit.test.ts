import { expect, it } from 'vitest';
import { levelOf } from './near-limit.ts';

it.each([
  [79, 0, 0],
  [80, 0, 80],
  [100, 0, 100],
  [100, 80, 100],
  // Told, and a little below it: still told.
  [78, 80, 80],
  [74, 80, 0],
  [97, 100, 100],
  [94, 100, 80],
  [10, 100, 0],
] as const)('%i of 100 contacts, told of %i %: level %i', (used, told, level) =>
  expect(levelOf(used, 100, told)).toBe(level),
);
