import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outliersOf } from './outliers.ts';

const of = (...stamps: number[]): number[] => [...outliersOf({ stamps, lines: stamps.map((_, at) => at) })];

describe('outliersOf', () => {
  it.each<[string, number[], number[]]>([
    ['nothing in order', [1, 2, 3], []],
    ['the row of the future, not what follows', [1, 2, 99, 3, 4], [2]],
    ['one as the first row', [99, 1, 2], [0]],
    ['one right before the last row', [1, 2, 3, 99, 4], [3]],
    ['the row of the past', [5, 6, 1, 7], [2]],
    ['a block from elsewhere', [1, 2, 3, 90, 91, 4, 5, 6], [3, 4]],
    ['the second of two equal times', [1, 2, 2, 3], [2]],
    ['a block that is repeated', [1, 2, 3, 2, 3, 4], [3, 4]],
  ])('%s', (_, stamps, out) => expect(of(...stamps)).toEqual(out));

  it('leaves a rising row, and no longer one exists', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 7 }), (stamps) => {
        const out = new Set(of(...stamps));
        const kept = stamps.filter((_, at) => !out.has(at));
        expect(kept.every((stamp, at) => at === 0 || stamp > kept[at - 1]!)).toBe(true);
        let most = 0;
        for (let bits = 0; bits < 1 << stamps.length; bits += 1) {
          const some = stamps.filter((_, at) => (bits >> at) & 1);
          if (some.every((stamp, at) => at === 0 || stamp > some[at - 1]!))
            most = Math.max(most, some.length);
        }
        expect(kept).toHaveLength(most);
      }),
    );
  });
});
