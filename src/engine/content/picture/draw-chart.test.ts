import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ChartInput, drawChart } from './draw-chart.ts';
import { rasterize } from './rasterize.ts';
import { ticks } from './scale.ts';

const DAY = 86_400_000;
const START = Date.parse('2020-01-08T00:00:00Z');
const bars = Array.from({ length: 48 }, (_, at) => {
  const close = 3000 + 40 * Math.sin(at / 4) - (at === 47 ? 325 : 0);
  return { time: START + at * DAY, open: close + 8, high: close + 20, low: close - 15, close };
});
const input: ChartInput = {
  bars,
  places: 2,
  timeframe: '1d',
  timeZone: 'America/New_York',
  title: 'S&P 500',
  subtitle: '^GSPC · 24 Feb 2020 · daily bars',
  unit: 'USD',
  direction: 'down',
  figure: '-11.98%',
  credit: 'Harbor & Vale',
  accent: '#0f4c5c',
};
const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);

test('has a title, both axes, the event with its figure, and escapes what somebody named', () => {
  const svg = drawChart({ ...input, title: `<script>&"'` });
  const texts = textsOf(svg);
  expect(texts).toEqual(
    expect.arrayContaining(['USD', 'Trading day', '-11.98%', 'Feb 2020', 'Harbor &#38; Vale', '2,800']),
  );
  expect(svg).not.toContain('<script');
  expect(svg.match(/#b3261e/g)?.length).toBeGreaterThan(3);
});

test.each([
  ['flat', bars.map((bar) => ({ ...bar, open: 5, high: 5, low: 5, close: 5 }))],
  ['tiny', bars.map((bar) => ({ ...bar, open: 1e-7, high: 3e-7, low: 1e-8, close: 2e-7 }))],
  ['huge', bars.map((bar) => ({ ...bar, open: 1e9, high: 3e9, low: 1e9, close: 2e9 }))],
  ['few', bars.slice(-2)],
])('draws %s prices within its frame, without a number that is none', (_name, given) => {
  for (const direction of ['up', 'down'] as const) {
    const svg = drawChart({ ...input, bars: given, places: 8, direction });
    expect(svg).not.toMatch(/NaN|Infinity|undefined|e-\d/);
    const ys = [...svg.matchAll(/ y[12]?="(-?[\d.]+)"/g)].map(([, y]) => Number(y));
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ys)).toBeLessThanOrEqual(320);
  }
});

test('the hours of the market stand below bars of hours', () => {
  const given = bars.map((bar, at) => ({ ...bar, time: START + at * 3_600_000 }));
  const texts = textsOf(drawChart({ ...input, bars: given, timeframe: '1h' }));
  expect(texts).toContain('Time in New York');
  expect(texts).toContain('9 Jan');
});

test('a yellow brand is darkened until its lines can be seen', () => {
  expect(drawChart({ ...input, accent: '#ffd400' })).not.toContain('#ffd400');
  expect(drawChart(input)).toContain('#0f4c5c');
});

test('ticks are round, within the range, and free of float errors', () => {
  expect(ticks(0.1, 0.72, 6)).toEqual([0.2, 0.4, 0.6]);
  expect(ticks(2380, 3400, 6)).toEqual([2400, 2600, 2800, 3000, 3200, 3400]);
  expect(ticks(5, 5, 6)).toEqual([5]);
});

test('the same chart is the same bytes, with letters drawn by our own fonts', async () => {
  const [one, other, mute] = await Promise.all([
    rasterize(drawChart(input)),
    rasterize(drawChart(input)),
    rasterize(drawChart(input).replaceAll(/<text.*?<\/text>/g, '')),
  ]);
  const hash = (png: Buffer): string => createHash('sha256').update(png).digest('hex');
  expect(hash(one)).toBe(hash(other));
  expect(one.length).toBeGreaterThan(mute.length + 5_000);
  expect(one.length).toBeLessThan(80_000);
  // 528 × 320 points at twice the resolution.
  expect([one.readUInt32BE(16), one.readUInt32BE(20)]).toEqual([1056, 640]);
});
