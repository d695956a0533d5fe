import { expect, test } from 'vitest';
import { FIRST_LOOK_MS, nextLook, ON_ITS_WAY_MS } from './looks.ts';

test('looks five times, ever less often, and once in the first minute when nothing is on its way any more', () => {
  const looks: number[] = [];
  for (let at: number | null = nextLook(0); at !== null; at = nextLook(at)) looks.push(at);
  expect(looks).toEqual([3_000, 15_000, 45_000, 300_000, 1_800_000]);
  expect(looks[0]).toBe(FIRST_LOOK_MS);
  expect(looks.find((at) => at >= ON_ITS_WAY_MS)).toBeLessThan(60_000);
});
