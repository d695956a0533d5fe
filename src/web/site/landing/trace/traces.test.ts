import { expect, it } from 'vitest';
import { chartPlaces } from '../../market/chart-places.ts';
import { recordedById } from '../../market/recorded.ts';
import { bars, charts, detection, document, places } from './alert.ts';
import { describe, isFigure, ruleWords, tracesOf } from './traces.ts';

const { evidence } = detection;
const traces = tracesOf(evidence);
const of = (name: string) => traces.find((each) => each.of === name)!;
/** The two rows of the file, read again without any code of the page. */
const [before = [], day = []] = ['2020-03-13', '2020-03-16'].map((date) =>
  recordedById('sp500')
    .rows.find((row) => row.startsWith(date))!
    .split(','),
);
const [previous, close] = [Number(before[4]), Number(day[4])];
const numbers = (text: string): number[] =>
  (text.replaceAll('\u2212', '-').match(/(?<![\d,.])-?[\d,]+(?:\.\d+)?/g) ?? []).map((each) =>
    Number(each.replaceAll(',', '')),
  );

it('every figure of the alert and of its charts has a trace', () => {
  const texts = [document.dateline, document.headline, document.figure?.value ?? [], document.summary];
  const written = [...texts, ...document.table.map(({ value }) => value)].flat().filter(isFigure);
  const drawn = [...places.wide.figures, ...places.narrow.figures];
  const known = traces.map((each) => each.of);
  expect(written.length).toBeGreaterThan(8);
  expect(drawn.map((each) => each.of).toSorted()).toEqual([
    'bar.close',
    'bar.close',
    'figures.change_pct',
    'figures.change_pct',
    'previous.close',
    'previous.close',
  ]);
  for (const each of [...written, ...drawn]) expect(known).toContain(each.of);
});

it('the calculations hold when they are done again from the bars', () => {
  const [a, b, c, hundred, result] = numbers(of('figures.change_pct').filled);
  expect([a, b, c, hundred]).toEqual([close, previous, previous, 100]);
  expect(result).toBeCloseTo(((close - previous) / previous) * 100, 8);
  expect(numbers(of('figures.change_pct').rounded)[0]).toBeCloseTo(result!, 2);
  expect(numbers(of('bar.close').filled)).toEqual([close]);
  expect(numbers(of('bar.close').rounded)).toEqual([Number(close.toFixed(2))]);
  expect(numbers(of('previous.close').filled)).toEqual([previous]);
  const [size, threshold] = numbers(of('params.min_pct').filled);
  expect(size).toBe(Math.abs(result!));
  expect(size).toBeGreaterThanOrEqual(threshold!);
  expect(threshold).toBe(evidence.params['min_pct']);
  expect(of('bar.time').filled).toBe(day[0]);
  expect(of('previous.time').filled).toBe(before[0]);
});

it('says the same in words', () => {
  const rule = ruleWords(document);
  expect(describe(of('previous.close'), { evidence, rule })).toBe(
    'Previous close. Candle: Friday, 13 March 2020. Rule: Moves of 5% or more, daily bars. ' +
      'Calculation: close of 2020-03-13, 2,711.02002; 2,711.02 to two decimals.',
  );
});

it.each(['wide', 'narrow'] as const)('each candle of the %s chart is where its prices are', (size) => {
  const { candles } = places[size];
  const [low, high] = [bars.findIndex((each) => each.low === Math.min(...bars.map((bar) => bar.low))), 0];
  // The scale, from the lows of two bars.
  const slope = (candles[low]!.low - candles[high]!.low) / (bars[low]!.low - bars[high]!.low);
  const y = (price: number) => candles[high]!.low + slope * (price - bars[high]!.low);
  for (const [at, bar] of bars.entries()) {
    expect(candles[at]!.high).toBeCloseTo(y(bar.high), 3);
    expect(candles[at]!.close).toBeCloseTo(y(bar.close), 2);
  }
  const across = candles.map(({ x }) => x);
  expect(across).toEqual(across.toSorted((a, b) => a - b));
});

it('refuses a drawing of something else', () => {
  expect(() => chartPlaces(charts.wide.svg, { bars: 3, ground: '' })).toThrow(`has ${bars.length} candles`);
});
