import { describe, expect, it } from 'vitest';
import { barOf, withShadows, withVolume } from '#src/engine/detectors/bars.fixture.ts';
import type { Bar } from '#src/shared/market.ts';
import { suspectedSplits, unexplained } from './suspected-splits.ts';

/** Days around a level, each a little off, with a usual day's range and volume. */
const days = (from: number, count: number, level: number, volume = 1000): Bar[] =>
  Array.from({ length: count }, (_, day) =>
    withVolume(
      withShadows(
        barOf(from + day, (level * (1 + ((day * 7) % 5) / 250)).toFixed(4)),
        level / 80,
        level / 80,
      ),
      String(volume + (day % 7) * 10),
    ),
  );
const found = (bars: readonly Bar[]): [number, number][] => {
  const suspected = suspectedSplits();
  for (const bar of bars) suspected.add(bar);
  return suspected.all().map(({ ts, ratio }) => [bars.findIndex((bar) => bar.ts === ts), ratio]);
};

describe('suspectedSplits', () => {
  it.each([2, 1.5, 4, 7, 20, 1 / 8, 1 / 2, 1 / 20])('finds a split of %d for 1', (ratio) => {
    expect(found([...days(0, 60, 100), ...days(60, 60, 100 / ratio, 1000 * ratio)])).toEqual([[60, ratio]]);
  });

  it('finds one that comes with a day’s move, where no market jumps so far', () => {
    // USO, 29 April 2020: one for eight, and 5.6 % more.
    expect(found([...days(0, 30, 2.13), ...days(30, 30, 18)])).toEqual([[30, 1 / 8]]);
  });

  it.each<[string, Bar[]]>([
    ['a jump that is none of a split’s', [...days(0, 30, 100), ...days(30, 30, 58)]],
    ['a level that does not hold', [...days(0, 30, 100), ...days(30, 4, 50), ...days(34, 30, 95)]],
    ['a unit error of nine days', [...days(0, 30, 1), ...days(30, 9, 100), ...days(39, 30, 1)]],
    [
      'a crash: a wide bar with a large volume',
      [
        ...days(0, 30, 100),
        withVolume(withShadows(barOf(30, '49.5', '50'), 6, 6), '15000'),
        ...days(31, 30, 50, 4000),
      ],
    ],
    ['too few bars to tell', [...days(0, 30, 100), ...days(30, 2, 50)]],
    [
      'a rise in steps',
      [...days(0, 30, 100), ...days(30, 1, 130), ...days(31, 1, 165), ...days(32, 30, 200)],
    ],
  ])('finds none in %s', (_, bars) => expect(found(bars)).toEqual([]));
});

it('a split that is known of, a few days off, explains what is suspected', () => {
  const suspected = [{ ts: barOf(60, '1').ts, ratio: 2 }];
  expect(unexplained(suspected, [{ ts: barOf(58, '1').ts, ratio: 2 }])).toEqual([]);
  expect(unexplained(suspected, [{ ts: barOf(20, '1').ts, ratio: 2 }])).toEqual(suspected);
});
