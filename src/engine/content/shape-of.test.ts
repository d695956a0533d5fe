import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SHAPES } from './languages/lexicon.ts';
import { shapeOf } from './shape-of.ts';

const keys = fc.array(fc.string(), { minLength: 2, maxLength: 80 });

it('is never that of the event before, and the same each time', () => {
  fc.assert(
    fc.property(keys, fc.boolean(), (all, fromStart) => {
      const shape = shapeOf(all, fromStart);
      expect(shape).not.toBe(shapeOf(all.slice(0, -1), fromStart));
      expect(shapeOf([...all], fromStart)).toBe(shape);
      expect(shape).toBeLessThan(SHAPES);
    }),
  );
});

it('begins with the first shape', () => {
  expect(shapeOf(['a'], true)).toBe(0);
  expect(shapeOf(['b'], true)).toBe(0);
});

it('doesn’t depend on where the look back begins, and has every shape', () => {
  const all = Array.from({ length: 300 }, (_, n) => `event ${n}`);
  const seen = new Set<number>();
  for (let n = 64; n < all.length; n += 10) {
    const shape = shapeOf(all.slice(0, n), true);
    expect(shapeOf(all.slice(n - 64, n), false)).toBe(shape);
    seen.add(shape);
  }
  expect(seen.size).toBe(SHAPES);
});
