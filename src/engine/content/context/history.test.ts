import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventHistorySchema } from '#src/shared/content/event-history.ts';
import { describeWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { type HistoryBar, historyOf } from './history.ts';

const DAY = 86_400_000;
const barsOf = (closes: readonly number[], volume: number | null = 100): HistoryBar[] =>
  closes.map((close, at) => ({ time: Date.UTC(2020, 0, 1) + at * DAY, close, volume }));
const ASK = { minPct: null, market: null };
const quiet = Array.from({ length: 120 }, (_, at) => 100 + (at % 2));

it('is none where the history is short, and where nothing moved', () => {
  expect(historyOf(barsOf(quiet.slice(0, 99)), ASK)).toBeNull();
  expect(historyOf(barsOf([...quiet, 101]), ASK)).toBeNull();
});

it('counts what followed by the size that the rule asks for, and the volume by the bars before', () => {
  // Three falls of 10 %, each followed by a rise of 4 %.
  const closes = [0, 1, 2].flatMap(() => [...quiet, 90, 93.6]);
  const bars = barsOf([...closes, 101, 85]);
  bars.splice(-1, 1, { ...bars.at(-1)!, volume: 350 });
  const history = historyOf(bars, { minPct: 5, market: { symbol: 'SPX', changePct: -1 } });
  expect(history).toMatchObject({
    fromPct: 5,
    percentile: 100,
    volumeRatio: 3.5,
    market: { symbol: 'SPX', changePct: -1 },
  });
  expect(history?.after[0]).toMatchObject({ bars: 1, count: 3, up: 3 });
  expect(history?.after[0]?.medianPct).toBeCloseTo(4, 9);
  expect(historyOf(barsOf([...closes, 101, 85], null), ASK)?.volumeRatio).toBeNull();
});

it('leaves out horizons with hardly any case', () => {
  expect(historyOf(barsOf([...quiet, 90]), ASK)?.after).toEqual([]);
});

/** Worked out again from the file, by loops from the event backwards. */
function plainly(closes: readonly number[], volumes: readonly number[], end: number) {
  const move = (at: number): number => (100 * (closes[at]! - closes[at - 1]!)) / closes[at - 1]!;
  const own = move(end);
  let [smaller, all] = [0, 0];
  for (let at = end - 1; at >= 1; at -= 1) {
    all += 1;
    if (Math.abs(move(at)) < Math.abs(own)) smaller += 1;
  }
  const size = Math.abs(own);
  let from = size;
  for (const each of [0.5, 1, 2, 3, 5, 7, 10, 15, 20]) if (each <= size) from = each;
  const after = [1, 5, 20].map((horizon) => {
    const found: number[] = [];
    for (let at = end - horizon; at >= 1 && found.length < 20; at -= 1)
      if (move(at) * Math.sign(own) >= from)
        found.push((100 * (closes[at + horizon]! - closes[at]!)) / closes[at]!);
    found.sort((a, b) => a - b);
    const half = Math.floor(found.length / 2);
    return {
      bars: horizon,
      count: found.length,
      up: found.filter((each) => each > 0).length,
      medianPct: found.length % 2 === 1 ? found[half]! : (found[half - 1]! + found[half]!) / 2,
      worstPct: found[0]!,
      bestPct: found.at(-1)!,
    };
  });
  let sum = 0;
  for (let at = end - 20; at < end; at += 1) sum += volumes[at]!;
  return { own, percentile: (100 * smaller) / all, from, after, volumeRatio: volumes[end]! / (sum / 20) };
}

describeWithShared('history of recorded events', 'daily', () => {
  it.each(['GME_2018-2021.csv', 'BTC-USD_2017-2021.csv'])('%s: equals an independent computation', (file) => {
    const [header = '', ...rows] = readFileSync(sharedPath(`daily/${file}`), 'utf8')
      .trim()
      .split(/\r?\n/);
    const names = header.toLowerCase().split(',');
    const column = (name: string): number[] =>
      rows.map((row) => Number(row.split(',')[names.findIndex((each) => each.trim() === name)]));
    const [closes, volumes] = [column('close'), column('volume')];
    expect(closes.every((close) => close > 0)).toBe(true);
    for (let end = 120; end < closes.length; end += 29) {
      const bars = closes
        .slice(0, end + 1)
        .map((close, at) => ({ time: at * DAY, close, volume: volumes[at] ?? null }));
      const history = historyOf(bars, ASK);
      const given = plainly(closes, volumes, end);
      if (history === null) throw new Error(`There is no history of bar ${end}.`);
      expect(eventHistorySchema.safeParse(history).success).toBe(true);
      expect(history.changePct).toBeCloseTo(given.own, 9);
      expect(history.percentile).toBeCloseTo(given.percentile, 9);
      expect(history.fromPct).toBeCloseTo(given.from, 9);
      expect(history.volumeRatio).toBeCloseTo(given.volumeRatio, 9);
      const told = given.after.filter(({ count }) => count >= 3);
      expect(history.after.map(({ bars: horizon, count, up }) => [horizon, count, up])).toEqual(
        told.map(({ bars: horizon, count, up }) => [horizon, count, up]),
      );
      history.after.forEach((after, at) => {
        for (const figure of ['medianPct', 'worstPct', 'bestPct'] as const)
          expect(after[figure]).toBeCloseTo(told[at]?.[figure] ?? Number.NaN, 9);
      });
    }
  });
});
