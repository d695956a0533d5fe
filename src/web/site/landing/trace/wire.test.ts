import { expect, it } from 'vitest';
import { routed, type Wiring, wiresOf } from './wire.ts';

const candle = { x: 500, half: 5, high: 100, low: 180, close: 170 };
const wiring: Wiring = {
  figure: { left: 20, right: 80, top: 40, bottom: 60 },
  under: 62,
  isDrawn: false,
  gutter: 200,
  candles: [candle],
  dates: null,
  cells: [
    [220, 300],
    [220, 400],
  ],
};
const ends = (d: string) => {
  const points = [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  return [points[0], points.at(-1)];
};

it('turns in arcs, and none is wider than its lines are long', () => {
  expect(
    routed([
      [0, 0],
      [40, 0],
      [40, 40],
    ]),
  ).toBe('M0 0L32 0Q40 0 40 8L40 40');
  expect(
    routed([
      [0, 0],
      [4, 0],
      [4, 0],
      [4, 40],
    ]),
  ).toBe('M0 0L2 0Q4 0 4 2L4 40');
});

it('leads from under the whole figure to the close of its candle, the rule and the calculation', () => {
  expect(wiresOf(wiring).lines.map(ends)).toEqual([
    [
      [20, 62],
      [491, 170],
    ],
    [
      [20, 62],
      [220, 300],
    ],
    [
      [20, 62],
      [220, 400],
    ],
  ]);
});

it('is mirrored where the gutter is on the other side', () => {
  const [line = ''] = wiresOf({
    ...wiring,
    figure: { ...wiring.figure, left: 700, right: 760 },
    gutter: 600,
  }).lines;
  expect(ends(line)).toEqual([
    [760, 62],
    [509, 170],
  ]);
});

it('reaches a date from the axis', () => {
  expect(ends(wiresOf({ ...wiring, dates: 250 }).lines[0] ?? '')[1]).toEqual([500, 184]);
});

it('begins at a figure of the chart: beside the bars, or above them', () => {
  const beside = { left: 520, right: 570, top: 160, bottom: 180 };
  expect(ends(wiresOf({ ...wiring, figure: beside, isDrawn: true }).lines[0] ?? '')).toEqual([
    [518, 170],
    [509, 170],
  ]);
  const above = { left: 440, right: 510, top: 40, bottom: 60 };
  const { lines } = wiresOf({ ...wiring, figure: above, isDrawn: true });
  expect(ends(lines[0] ?? '')).toEqual([
    [500, 60],
    [500, 96],
  ]);
  expect(ends(lines[1] ?? '')).toEqual([
    [491, 170],
    [220, 300],
  ]);
});
