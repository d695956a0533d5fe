import { describe, expect, it } from 'vitest';
import { isDrawn } from './support/drawn.ts';

const NAMES = Array.from({ length: 60 }, (_, index) => `/documentation/page-${index}`);
const drawn = (seed: string | null, oneIn: number) => NAMES.filter((name) => isDrawn(name, oneIn, seed));

describe('what a run draws', () => {
  it('is the same for the same commit, and another share for another', () => {
    expect(drawn('a1b2', 3)).toEqual(drawn('a1b2', 3));
    expect(drawn('a1b2', 3)).not.toEqual(drawn('a1b3', 3));
  });

  it('is about one in so many', () => {
    const counts = Array.from({ length: 200 }, (_, commit) => drawn(`commit ${commit}`, 3).length);
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeCloseTo(20, 0);
    expect(Math.min(...counts)).toBeGreaterThan(5);
  });

  it('has looked at each name after a few commits', () => {
    const seen = new Set(Array.from({ length: 25 }, (_, commit) => drawn(`commit ${commit}`, 3)).flat());
    expect([...seen].toSorted()).toEqual(NAMES.toSorted());
  });

  it('is all of them in a drill', () => {
    expect(drawn(null, 3)).toEqual(NAMES);
  });
});
