import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MARKED, pickLabels, pickMarks } from './labels.ts';

it('writes the heaviest first and leaves room around it', () => {
  const at = [
    { x: 10, weight: 5 },
    { x: 30, weight: 9 },
    { x: 90, weight: 1 },
    { x: 95, weight: 2 },
  ];
  expect([...pickLabels(at, 40)].sort()).toEqual([1, 3]);
});

it('marks only what is in sight', () => {
  const at = [-1, 0, 50, 100, 101, Number.NaN].map((x) => ({ x, weight: 1 }));
  expect([...pickMarks(at, 100)].sort()).toEqual([1, 2, 3]);
});

const candidates = fc.array(
  fc.record({ x: fc.integer({ min: 0, max: 700 }), weight: fc.integer({ min: 0, max: 50 }) }),
  { maxLength: 400 },
);

it('never two nearer than the room, and nobody left out who had it', () => {
  fc.assert(
    fc.property(candidates, fc.integer({ min: 1, max: 100 }), (all, apart) => {
      const picked = [...pickLabels(all, apart)].map((index) => all[index]!.x).sort((a, b) => a - b);
      for (const [index, x] of picked.slice(1).entries())
        expect(x - picked[index]!).toBeGreaterThanOrEqual(apart);
      for (const { x } of all) expect(picked.some((other) => Math.abs(other - x) < apart)).toBe(true);
    }),
  );
});

it('never more marks than the limit, and none lighter than one left out', () => {
  fc.assert(
    fc.property(candidates, (all) => {
      const marked = pickMarks(all, 700);
      expect(marked.size).toBe(Math.min(MARKED, all.length));
      const weights = (within: boolean) =>
        all.filter((_, index) => marked.has(index) === within).map(({ weight }) => weight);
      expect(Math.min(...weights(true))).toBeGreaterThanOrEqual(Math.max(-Infinity, ...weights(false)));
    }),
  );
});
