import { expect, it } from 'vitest';
import { moveRank } from './moves.ts';

const ranks = (kind: 'rise' | 'fall', values: readonly number[]): number[] => {
  const { next } = moveRank(kind)(2);
  return values.map((value) => next(value));
};

it('counts a rise from below zero as a rise, such as that of a MACD', () => {
  // −2 → −1 rises by half, −1 → −3 falls by twice its size, −3 → −3.3 by a tenth.
  expect(ranks('rise', [-2, -1, -3, -3.3])).toEqual([NaN, NaN, 3, 3]);
  expect(ranks('fall', [-2, -1, -3, -3.3])).toEqual([NaN, NaN, 1, 2]);
  expect(ranks('rise', [-4, -3, -1, 2])).toEqual([NaN, NaN, 1, 1]);
});
