import { expect, it } from 'vitest';
import { scaleOf } from './named-splits.ts';

const DAY = 86_400_000;
const barsOf = (closes: readonly number[]) =>
  closes.map((close, day) => ({ ts: day * DAY, open: close, close }));
const split = (day: number, ratio: number) => ({ ts: day * DAY, split: ratio, dividend: null });
const OLD = [100, 101, 99, 102, 100, 98, 101, 100];

it.each<[string, number[], ReturnType<typeof split>[], number[], number[]]>([
  ['a split that the prices show', [...OLD, 25, 24, 26, 25, 25], [split(8, 4)], [4], []],
  ['one for four', [...OLD, 400, 410, 390], [split(8, 0.25)], [0.25], []],
  ['a split that is adjusted for', [...OLD, 99, 101, 98], [split(8, 4)], [], []],
  ['a day too early', [...OLD.slice(0, 7), 25, 25, 24, 26, 25], [split(8, 4)], [4], [7]],
  ['a day too late', [...OLD, 100, 24, 26, 25, 25], [split(8, 4)], [4], [8]],
  [
    'days that an adjustment left out',
    [100, 101, 400, 404, 99, 102, 100, 98, 101],
    [split(7, 4)],
    [],
    [2, 3],
  ],
  ['a crash that stays', [100, 101, 25, 25.5, 24, 25, 26, 25, 25], [split(7, 4)], [], []],
  ['a crash that is made good in steps', [100, 101, 25, 40, 60, 80, 100, 99, 101], [split(8, 4)], [], []],
  ['no split at all', [100, 101, 25, 101, 100], [], [], []],
  ['a split too small to tell from the market', [...OLD, 80, 81, 79], [split(8, 1.25)], [], []],
])('%s', (_name, closes, named, ratios, days) => {
  const { actions, misplaced } = scaleOf(barsOf(closes), named);
  expect(actions.map(({ ratio }) => ratio)).toEqual(ratios);
  expect([...misplaced]).toEqual(days.map((day) => day * DAY));
});

it('takes a crash that opens where the last day closed for what it is, though it is made good at once', () => {
  const bars = barsOf([100, 101, 25, 100, 101]).map((bar, day) => (day === 2 ? { ...bar, open: 100 } : bar));
  expect([...scaleOf(bars, [split(4, 4)]).misplaced]).toEqual([]);
});

it('sees a dividend of half the price, which leaves the volume as it is', () => {
  const bars = barsOf([...OLD, 50, 51, 49, 50, 50]);
  const at = { ts: 8 * DAY, split: null };
  expect(scaleOf(bars, [{ ...at, dividend: 50 }]).actions).toEqual([
    { ts: 8 * DAY, ratio: 2, volumeRatio: 1 },
  ]);
  expect(scaleOf(bars, [{ ...at, dividend: 2 }]).actions).toEqual([]);
});

it('does not believe a column with more splits than any share had', () => {
  const bars = barsOf(Array.from({ length: 300 }, (_, day) => (day % 2 === 0 ? 100 : 25)));
  const named = bars.slice(0, 150).map((_, day) => split(day, 4));
  expect(scaleOf(bars, named)).toEqual({ actions: [], named: [], misplaced: new Set() });
});
