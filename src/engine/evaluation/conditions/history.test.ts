import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Bar } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { describeWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { createGraph } from './graph.ts';

/** Date, open, high, low, close, volume: whatever else a file has is left out. */
const recorded = (file: string): Bar[] => {
  const [header = '', ...rows] = readFileSync(sharedPath(file), 'utf8').trim().split(/\r?\n/);
  const names = header.toLowerCase().split(',');
  const column = (name: string): number => names.findIndex((each) => each.trim() === name);
  const places = ['open', 'high', 'low', 'close', 'volume'].map(column);
  return rows
    .map((row, at): Bar => {
      const cells = row.split(',');
      const [open = 0, high = 0, low = 0, close = 0, volume = 0] = places.map((place) =>
        Number(cells[place]),
      );
      const text = { open: '', high: '', low: '', close: '', volume: '' };
      return { ts: at * 86_400_000, open, high, low, close, volume, text };
    })
    .filter((bar) => [bar.open, bar.high, bar.low, bar.close, bar.volume].every(Number.isFinite));
};

const lineOf = (text: string, bars: readonly Bar[], pauses: readonly number[] = []): number[] => {
  const condition = parseRule(`${text} > 0`);
  if (!('test' in condition)) throw new Error(`${text} is no value.`);
  const start = (snapshot?: ReturnType<ReturnType<typeof createGraph>['snapshot']>) => {
    const graph = createGraph(snapshot);
    return { graph, value: graph.operand(condition.left) };
  };
  let run = start();
  return bars.map((bar, at) => {
    if (pauses.includes(at)) run = start(JSON.parse(JSON.stringify(run.graph.snapshot())));
    run.graph.next(bar);
    return run.value(run.graph.now);
  });
};

const NONE = Number.NaN;
/** Worked out on each bar from all bars, by the words of the definition. */
type Plainly = (bars: readonly Bar[], at: number) => number;
const closes = (bars: readonly Bar[]): number[] => bars.map(({ close }) => close);
const changes = (values: readonly number[], at: number, n: number): number[] =>
  Array.from({ length: n }, (_, back) => {
    const [now = NONE, before = NONE] = [values[at - back], values[at - back - 1]];
    return (now - before) / before;
  });
const place =
  (n: number, size: (change: number) => number, of = closes): Plainly =>
  (bars, at) => {
    const [own = NONE, ...others] = changes(of(bars), at, n).map(size);
    if (Number.isNaN(own) || others.some(Number.isNaN)) return NONE;
    if (own <= 0) return n + 1;
    // Two changes that differ in their last digit alone are one.
    return 1 + others.filter((each) => each - own > 1e-13).length;
  };
const row =
  (side: number, most: number): Plainly =>
  (bars, at) => {
    let length = 0;
    while (length < most && at - length > 0) {
      const [now, before] = [bars[at - length], bars[at - length - 1]];
      if (!now || !before || !(side * (now.close - before.close) > 0)) return length;
      length += 1;
    }
    return length === most ? most : NONE;
  };
const last = (values: readonly number[], at: number, n: number): number[] | null =>
  at < n - 1 ? null : values.slice(at - n + 1, at + 1);
const middle =
  (n: number): Plainly =>
  (bars, at) => {
    const sorted = last(
      bars.map(({ volume }) => volume ?? 0),
      at,
      n,
    )?.toSorted((a, b) => a - b);
    if (!sorted) return NONE;
    const half = n / 2;
    return Number.isInteger(half)
      ? ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
      : (sorted[half - 0.5] ?? NONE);
  };

/** What the close did after each of the last `times` bars, at most `most` back, on which something was true. */
const after =
  (
    is: (bars: readonly Bar[], at: number) => boolean,
    [horizon, times, most]: readonly [number, number, number],
    of: (changes: readonly number[]) => number,
  ): Plainly =>
  (bars, at) => {
    const found: number[] = [];
    for (let back = horizon; back <= Math.min(most, at) && found.length < times; back += 1) {
      const [then, later] = [bars[at - back]?.close ?? NONE, bars[at - back + horizon]?.close ?? NONE];
      if (is(bars, at - back)) found.push((100 * (later - then)) / then);
    }
    return of(found);
  };
const falls =
  (percent: number) =>
  (bars: readonly Bar[], at: number): boolean =>
    100 * ((bars[at]?.close ?? NONE) / (bars[at - 1]?.close ?? NONE)) - 100 <= -percent;
const middleOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  if (half === 0) return NONE;
  return Number.isInteger(half)
    ? ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
    : (sorted[half - 0.5] ?? NONE);
};

const CASES: readonly (readonly [text: string, plainly: Plainly])[] = [
  ['fall_rank(250)', place(250, (change) => -change)],
  ['rise_rank(250)', place(250, (change) => change)],
  ['move_rank(60)', place(60, Math.abs)],
  ['move_rank(high, 20)', place(20, Math.abs, (bars) => bars.map(({ high }) => high))],
  ['up_streak(100)', row(1, 100)],
  ['down_streak(3)', row(-1, 3)],
  [
    'rank(volume, 50)',
    (bars, at) => {
      const volumes = last(
        bars.map(({ volume }) => volume ?? 0),
        at,
        50,
      );
      const own = volumes?.at(-1) ?? 0;
      return volumes ? 1 + volumes.filter((each) => each > own).length : NONE;
    },
  ],
  ['median(volume, 20)', middle(20)],
  ['median(volume, 21)', middle(21)],
  [
    'from_high(250)',
    (bars, at) => {
      const highs = last(
        bars.map(({ high }) => high),
        at,
        250,
      );
      return highs ? (100 * ((bars[at]?.close ?? 0) - Math.max(...highs))) / Math.max(...highs) : NONE;
    },
  ],
  [
    'from_low(100)',
    (bars, at) => {
      const lows = last(
        bars.map(({ low }) => low),
        at,
        100,
      );
      return lows ? (100 * ((bars[at]?.close ?? 0) - Math.min(...lows))) / Math.min(...lows) : NONE;
    },
  ],
  ['followed_median(change_pct(1) <= -3, close, 5, 20, 1000)', after(falls(3), [5, 20, 1000], middleOf)],
  [
    'followed_count(change_pct(1) <= -3, close, 20, 9, 150)',
    after(falls(3), [20, 9, 150], (all) => all.length),
  ],
  [
    'followed_up(change_pct(1) <= -2, close, 1, 20, 500)',
    after(falls(2), [1, 20, 500], (all) => (100 * all.filter((each) => each > 0).length) / all.length),
  ],
  [
    'followed_best(change_pct(1) <= -3, close, 5, 20, 250)',
    after(falls(3), [5, 20, 250], (all) => (all.length === 0 ? NONE : Math.max(...all))),
  ],
  [
    'followed_worst(change_pct(1) <= -3, close, 5, 20, 250)',
    after(falls(3), [5, 20, 250], (all) => (all.length === 0 ? NONE : Math.min(...all))),
  ],
];
const FILES = ['GME_2018-2021.csv', 'BTC-USD_2014-2018_coinbase.csv', 'BTC-USD_2017-2021.csv'];

const apart = (line: readonly number[], given: readonly number[]): string[] =>
  line.flatMap((value, at) => {
    const other = given[at] ?? NONE;
    const isSame =
      Number.isNaN(value) === Number.isNaN(other) &&
      !(Math.abs(value - other) > 1e-9 * Math.max(1, Math.abs(other)));
    return isSame ? [] : [`bar ${at}: ${value}, plainly ${other}`];
  });

describeWithShared('where a bar stands in the history of its symbol', 'daily', () => {
  for (const file of FILES) {
    const bars = recorded(`daily/${file}`);
    it.each(CASES)(`${file}: %s is what its definition says, to a billionth`, (text, plainly) => {
      const line = lineOf(text, bars);
      expect(line.length).toBeGreaterThan(700);
      expect(line.filter(Number.isFinite).length).toBeGreaterThan(150);
      expect(
        apart(
          line,
          bars.map((_, at) => plainly(bars, at)),
        ).slice(0, 5),
      ).toEqual([]);
      expect(apart(lineOf(text, bars, [1, 97, 300, 301, 640]), line)).toEqual([]);
    });
  }
});
