import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare } from './comparisons.ts';
import type { Truth } from './comparisons.ts';
import { levelIndex, type Watched } from './level-index.ts';
import { sequences } from '#tests/support/sequences.ts';

/** A figure and what it is divided by, bar by bar, and comparisons with levels over them. */
const setUp = (
  conditions: readonly {
    level: number;
    holds: (side: number, before: number) => boolean;
    isPulse: boolean;
  }[],
) => {
  const now = [Number.NaN, 1];
  const before = [Number.NaN, 1];
  let looks = 0;
  const index = levelIndex(now, before);
  const sides = (figures: readonly number[], level: number): number =>
    compare(figures[0]!, level * figures[1]!);
  const all = conditions.map(({ level, holds, isPulse }) => {
    const truth: Truth = () => (holds(sides(now, level), sides(before, level)) ? 1 : 0);
    const watched: Watched = {
      levels: [level],
      isPulse,
      atRest: false,
      isTrue: false,
      holds: () => {
        looks += 1;
        return truth();
      },
      changed: () => undefined,
    };
    index.add('one', { of: (figures) => figures[0]!, per: (figures) => figures[1]! }, watched);
    return { watched, truth };
  });
  return {
    next: (figure: number, per: number): void => {
      [before[0], before[1]] = [now[0]!, now[1]!];
      [now[0], now[1]] = [figure, per];
      index.next();
    },
    all,
    looks: (): number => looks,
  };
};

const KINDS = [
  { holds: (side: number) => side > 0, isPulse: false },
  { holds: (side: number) => side >= 0, isPulse: false },
  { holds: (side: number) => side === 0, isPulse: false },
  { holds: (side: number) => side < 0, isPulse: false },
  { holds: (side: number, before: number) => before <= 0 && side > 0, isPulse: true },
  { holds: (side: number, before: number) => before >= 0 && side < 0, isPulse: true },
];
const near = fc
  .tuple(
    fc.constantFrom(0, 1, 3, 20, -20, 0.1, 1e-30),
    fc.constantFrom(0, 1e-16, 9e-13, 1e-12, 1.1e-12, -9e-13, -1e-12, -1.1e-12, 0.5, -0.5),
  )
  .map(([value, off]) => value * (1 + off));

it('knows of every change, however near a level the figure stops', () => {
  const condition = fc.tuple(near, fc.constantFrom(...KINDS)).map(([level, kind]) => ({ level, ...kind }));
  const figures = fc.tuple(
    fc.oneof(near, fc.constantFrom(Number.NaN, Infinity, -Infinity, 1e300)),
    fc.oneof(fc.constantFrom(1, 3, 7), fc.constantFrom(0, -2, Number.NaN, 1e-200, Infinity)),
  );
  fc.assert(
    fc.property(
      fc.array(condition, { minLength: 1 }),
      fc.array(figures, { minLength: 2 }),
      (conditions, bars) => {
        const { next, all } = setUp(conditions);
        for (const [figure, per] of bars) {
          next(figure, per);
          expect(all.map(({ watched }) => watched.isTrue)).toEqual(all.map(({ truth }) => truth() === 1));
        }
      },
    ),
    sequences(2000),
  );
});

it('looks at what the figure comes past, and at nothing else', () => {
  const { next, looks } = setUp(
    Array.from({ length: 10_000 }, (_, level) => ({ level, ...KINDS[level % 6]! })),
  );
  next(500.5, 1);
  let before = looks();
  for (const [figure, most] of [
    [500.5, 0],
    [510.5, 10],
    [510.6, 10],
    [508.5, 2],
    [508.5, 2],
    [508.5, 0],
  ] as const) {
    next(figure, 1);
    expect(looks() - before).toBeLessThanOrEqual(most);
    before = looks();
  }
});
