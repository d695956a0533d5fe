import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Bar } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { describeWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { createGraph } from './graph.ts';
import { DAILY, HOURLY, newYork, wilder } from './typed/plain-market.fixture.ts';

type Columns = typeof HOURLY;
const { o, h, l, c, v, ts } = HOURLY;
const NONE = Number.NaN;
const SIZE = 1500;

const barsOf = (columns: Columns, size = SIZE): Bar[] =>
  columns.ts.slice(0, size).map((time, at) => {
    const [open = 0, high = 0, low = 0, close = 0, volume = 0] = [
      columns.o,
      columns.h,
      columns.l,
      columns.c,
      columns.v,
    ].map((column) => column[at]);
    return {
      ts: time,
      open,
      high,
      low,
      close,
      volume,
      text: { open: '', high: '', low: '', close: '', volume: '' },
    };
  });
const BARS = barsOf(HOURLY);

/** What the language says a value is on each bar; taken up again from a snapshot after `pause` bars. */
const lineOf = (text: string, bars: readonly Bar[], pause = Number.POSITIVE_INFINITY): number[] => {
  const condition = parseRule(`${text} > 0`);
  if (!('test' in condition)) throw new Error(`${text} is no value.`);
  const start = (snapshot?: ReturnType<ReturnType<typeof createGraph>['snapshot']>) => {
    const graph = createGraph(snapshot);
    return { graph, value: graph.operand(condition.left) };
  };
  let run = start();
  return bars.map((bar, at) => {
    if (at === pause) run = start(JSON.parse(JSON.stringify(run.graph.snapshot())));
    run.graph.next(bar);
    return run.value(run.graph.now);
  });
};
const every = (of: (at: number) => number): number[] => Array.from({ length: SIZE }, (_, at) => of(at));
const window = (line: readonly number[], at: number, n: number): number[] => line.slice(at + 1 - n, at + 1);
const sum = (line: readonly number[]): number => line.reduce((all, each) => all + each, 0);
const mean = (line: readonly number[]): number => sum(line) / line.length;
const spread = (line: readonly number[]): number =>
  Math.sqrt(mean(line.map((each) => (each - mean(line)) ** 2)));
const trueRange = (at: number): number => {
  const [high = 0, low = 0, before] = [h[at], l[at], c[at - 1]];
  return before === undefined
    ? high - low
    : Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
};

/** Straight from the definition, by walking from the first bar: Supertrend of 10 bars and 3 ranges. */
const plainSupertrend = (): { line: number[]; direction: number[] } => {
  const [line, direction]: [number[], number[]] = [[], []];
  let [atr, upper, lower, isUp] = [0, NONE, NONE, false];
  for (let at = 0; at < SIZE; at += 1) {
    if (at < 10) atr += trueRange(at) / 10;
    else atr = (atr * 9 + trueRange(at)) / 10;
    if (at < 9) {
      line.push(NONE);
      direction.push(NONE);
      continue;
    }
    const middle = ((h[at] ?? 0) + (l[at] ?? 0)) / 2;
    const [above, under] = [middle + 3 * atr, middle - 3 * atr];
    const before = c[at - 1] ?? 0;
    const isFirst = at === 9;
    upper = isFirst || above < upper || before > upper ? above : upper;
    lower = isFirst || under > lower || before < lower ? under : lower;
    if (!isFirst) isUp = isUp ? !((c[at] ?? 0) < lower) : (c[at] ?? 0) > upper;
    line.push(isUp ? lower : upper);
    direction.push(isUp ? 1 : -1);
  }
  return { line, direction };
};
/** Wilder's stop, bar by bar. */
const plainPsar = (): number[] => {
  const out: number[] = [NONE];
  let isLong = (c[1] ?? 0) > (c[0] ?? 0);
  let stop = (isLong ? l[0] : h[0]) ?? 0;
  let best = (isLong ? h[1] : l[1]) ?? 0;
  let speed = 0.02;
  for (let at = 1; at < SIZE; at += 1) {
    const [high = 0, low = 0] = [h[at], l[at]];
    let isNew = at === 1;
    stop += speed * (best - stop);
    if (isLong && stop > low) {
      [isLong, stop, best, speed, isNew] = [false, Math.max(high, best), low, 0.02, true];
    } else if (!isLong && stop < high) {
      [isLong, stop, best, speed, isNew] = [true, Math.min(low, best), high, 0.02, true];
    }
    if (!isNew && (isLong ? high > best : low < best)) {
      best = isLong ? high : low;
      speed = Math.min(0.2, speed + 0.02);
    }
    const earlier = [at - 1, at - 2].filter((each) => each >= 0);
    stop = isLong
      ? Math.min(stop, ...earlier.map((each) => l[each] ?? 0))
      : Math.max(stop, ...earlier.map((each) => h[each] ?? 0));
    out.push(stop);
  }
  return out;
};
const plainKama = (n: number): number[] => {
  let value = NONE;
  return every((at) => {
    if (at < n) return NONE;
    const way = sum(window(c, at, n).map((each, i) => Math.abs(each - (c[at - n + i] ?? 0))));
    const share = way === 0 ? 1 : Math.abs((c[at] ?? 0) - (c[at - n] ?? 0)) / way;
    const weight = (share * (2 / 3 - 2 / 31) + 2 / 31) ** 2;
    const from = Number.isNaN(value) ? (c[at - 1] ?? 0) : value;
    value = from + weight * ((c[at] ?? 0) - from);
    return value;
  });
};
const regression = (n: number, offset: number): number[] =>
  every((at) => {
    if (at < n - 1) return NONE;
    const ys = window(c, at, n);
    const xs = ys.map((_, index) => index);
    const slope =
      sum(xs.map((x, index) => (x - mean(xs)) * ((ys[index] ?? 0) - mean(ys)))) /
      sum(xs.map((x) => (x - mean(xs)) ** 2));
    return mean(ys) + slope * (n - 1 - offset - mean(xs));
  });
const pearson = (a: readonly number[], b: readonly number[], n: number): number[] =>
  every((at) => {
    if (at < n - 1) return NONE;
    const [x, y] = [window(a, at, n), window(b, at, n)];
    const both = mean(x.map((each, index) => (each - mean(x)) * ((y[index] ?? 0) - mean(y))));
    return both / (spread(x) * spread(y));
  });
/** How many bars ago the last extreme of the bars was. */
const ago = (line: readonly number[], of: (...values: number[]) => number): number =>
  line.length - 1 - line.lastIndexOf(of(...line));
const middle = (at: number, n: number): number =>
  at < n - 1 ? NONE : (Math.max(...window(h, at, n)) + Math.min(...window(l, at, n))) / 2;
const heikinAshi = (): { open: number[]; close: number[] } => {
  const close = every((at) => mean([o[at] ?? 0, h[at] ?? 0, l[at] ?? 0, c[at] ?? 0]));
  const open: number[] = [];
  for (let at = 0; at < SIZE; at += 1)
    open.push(at === 0 ? ((o[0] ?? 0) + (c[0] ?? 0)) / 2 : ((open[at - 1] ?? 0) + (close[at - 1] ?? 0)) / 2);
  return { open, close };
};
const ha = heikinAshi();
const dayOf = (at: number): number => Math.floor(at / 24);
/** Of turns of the volume with three bars on either side: written from the definition, all turns searched on every bar. */
const diverging = (
  price: readonly number[],
  of: readonly number[],
  sign: 1 | -1,
  isHidden: boolean,
): number[] => {
  const isTurn = (at: number): boolean =>
    at >= 3 && [-3, -2, -1, 1, 2, 3].every((away) => sign * ((of[at + away] ?? NONE) - (of[at] ?? NONE)) > 0);
  return every((at) => {
    if (at < 6) return NONE;
    if (!isTurn(at - 3)) return 0;
    const last = Array.from({ length: at - 3 }, (_, back) => at - 4 - back).find(isTurn);
    if (last === undefined || at - 3 - last - 1 < 3 || at - 3 - last - 1 > 40) return 0;
    const [moved, swung] = [price, of].map((line) => sign * ((line[at - 3] ?? NONE) - (line[last] ?? NONE)));
    return Number(isHidden ? (moved ?? 0) > 0 && (swung ?? 0) < 0 : (moved ?? 0) < 0 && (swung ?? 0) > 0);
  });
};
/** Of the bars so far of the same day in UTC that began from 4:00 to 9:30 on the clock in New York. */
const { clock } = newYork();
const beforeOpen = (of: (bars: readonly number[]) => number): number[] =>
  every((at) => {
    const own = Array.from({ length: (at % 24) + 1 }, (_, back) => at - (at % 24) + back);
    const early = own.filter((each) => (clock[each] ?? 0) >= 400 && (clock[each] ?? 0) < 930);
    return dayOf(at) < 1 || early.length === 0 ? NONE : of(early);
  });
const dayBefore = (column: readonly number[]): number[] =>
  every((at) => (dayOf(at) < 2 ? NONE : (column[dayOf(at) - 1] ?? NONE)));
const pivot = (of: (p: number, high: number, low: number) => number): number[] =>
  every((at) => {
    const day = dayOf(at) - 1;
    const [high = 0, low = 0, close = 0] = [DAILY.h[day], DAILY.l[day], DAILY.c[day]];
    return dayOf(at) < 2 ? NONE : of((high + low + close) / 3, high, low);
  });
const vwapBand = (side: number): number[] =>
  every((at) => {
    const hours = Array.from({ length: (at % 24) + 1 }, (_, back) => at - back);
    const price = (hour: number): number => ((h[hour] ?? 0) + (l[hour] ?? 0) + (c[hour] ?? 0)) / 3;
    const volume = sum(hours.map((hour) => v[hour] ?? 0));
    const average = sum(hours.map((hour) => price(hour) * (v[hour] ?? 0))) / volume;
    const squares = sum(hours.map((hour) => (price(hour) - average) ** 2 * (v[hour] ?? 0)));
    return average + side * Math.sqrt(squares / volume);
  });
const isGreen = (at: number): boolean => (c[at] ?? 0) > (o[at] ?? 0);
const greens = (at: number): number[] =>
  Array.from({ length: at + 1 }, (_, back) => at - back).filter(isGreen);
const rising = every((at) =>
  at < 20 ? NONE : (100 * window(c, at - 1, 20).filter((each) => each <= (c[at] ?? 0)).length) / 20,
);
const wilderRsi = (n: number): number[] => {
  let [gain, loss] = [0, 0];
  return every((at) => {
    const step = at === 0 ? 0 : (c[at] ?? 0) - (c[at - 1] ?? 0);
    const [up, down] = [Math.max(step, 0), Math.max(-step, 0)];
    if (at <= n) [gain, loss] = [gain + up / n, loss + down / n];
    else [gain, loss] = [(gain * (n - 1) + up) / n, (loss * (n - 1) + down) / n];
    return at < n ? NONE : 100 - 100 / (1 + gain / loss);
  });
};
const stochRsi = (): number[] => {
  const index = wilderRsi(14);
  const raw = every((at) => {
    const last = window(index, at, 14);
    const [low, high] = [Math.min(...last), Math.max(...last)];
    return at < 27 ? NONE : high === low ? 50 : (100 * ((index[at] ?? 0) - low)) / (high - low);
  });
  return every((at) => (at < 29 ? NONE : mean(window(raw, at, 3))));
};
const trend = plainSupertrend();
const k = stochRsi();

const CASES: readonly (readonly [text: string, line: readonly number[]])[] = [
  ['supertrend(10, 3)', trend.line],
  ['supertrend_direction(10, 3)', trend.direction],
  ['psar()', plainPsar()],
  ['kama(10)', plainKama(10)],
  ['rma(14)', wilder(c, 14).slice(0, SIZE)],
  ['linreg(14, 0)', regression(14, 0)],
  ['linreg(9, 2)', regression(9, 2)],
  ['correlation(close, volume, 20)', pearson(c, v, 20)],
  ['bullish_divergence(low, volume, 3, 40)', diverging(l, v, 1, false)],
  ['bearish_divergence(high, volume, 3, 40)', diverging(h, v, -1, false)],
  ['hidden_bullish_divergence(low, volume, 3, 40)', diverging(l, v, 1, true)],
  ['hidden_bearish_divergence(high, volume, 3, 40)', diverging(h, v, -1, true)],
  ['percentrank(20)', rising],
  [
    'zscore(20)',
    every((at) => (at < 19 ? NONE : ((c[at] ?? 0) - mean(window(c, at, 20))) / spread(window(c, at, 20)))),
  ],
  ['sum(volume, 7)', every((at) => (at < 6 ? NONE : sum(window(v, at, 7))))],
  ['stochrsi_k(14, 14, 3)', k],
  ['stochrsi_d(14, 14, 3, 3)', every((at) => (at < 31 ? NONE : mean(window(k, at, 3))))],
  ['aroon_up(14)', every((at) => (at < 14 ? NONE : (100 * (14 - ago(window(h, at, 15), Math.max))) / 14))],
  ['aroon_down(14)', every((at) => (at < 14 ? NONE : (100 * (14 - ago(window(l, at, 15), Math.min))) / 14))],
  [
    'aroon_osc(14)',
    every((at) =>
      at < 14 ? NONE : (100 * (ago(window(l, at, 15), Math.min) - ago(window(h, at, 15), Math.max))) / 14,
    ),
  ],
  [
    'choppiness(14)',
    every((at) => {
      if (at < 13) return NONE;
      const way = sum(Array.from({ length: 14 }, (_, back) => trueRange(at - back)));
      return (
        (100 * Math.log10(way / (Math.max(...window(h, at, 14)) - Math.min(...window(l, at, 14))))) /
        Math.log10(14)
      );
    }),
  ],
  ['true_range()', every(trueRange)],
  ['tenkan(9)', every((at) => middle(at, 9))],
  ['kijun(26)', every((at) => middle(at, 26))],
  ['senkou_a(9, 26, 26)', every((at) => (middle(at - 25, 9) + middle(at - 25, 26)) / 2)],
  ['senkou_b(52, 26)', every((at) => middle(at - 25, 52))],
  ['ha_open()', ha.open],
  ['ha_close()', ha.close],
  ['ha_high()', every((at) => Math.max(h[at] ?? 0, ha.open[at] ?? 0, ha.close[at] ?? 0))],
  ['ha_low()', every((at) => Math.min(l[at] ?? 0, ha.open[at] ?? 0, ha.close[at] ?? 0))],
  ['prev_day_open()', dayBefore(DAILY.o)],
  ['prev_day_high()', dayBefore(DAILY.h)],
  ['prev_day_low()', dayBefore(DAILY.l)],
  ['prev_day_close()', dayBefore(DAILY.c)],
  ['day_open()', every((at) => (dayOf(at) < 1 ? NONE : (o[dayOf(at) * 24] ?? 0)))],
  ['day_high()', every((at) => (dayOf(at) < 1 ? NONE : Math.max(...window(h, at, (at % 24) + 1))))],
  ['day_low()', every((at) => (dayOf(at) < 1 ? NONE : Math.min(...window(l, at, (at % 24) + 1))))],
  ['premarket_high()', beforeOpen((bars) => Math.max(...bars.map((each) => h[each] ?? NONE)))],
  ['premarket_low()', beforeOpen((bars) => Math.min(...bars.map((each) => l[each] ?? NONE)))],
  ['premarket_close()', beforeOpen((bars) => c[bars.at(-1) ?? -1] ?? NONE)],
  ['pivot()', pivot((p) => p)],
  ['pivot_r1()', pivot((p, _high, low) => 2 * p - low)],
  ['pivot_r2()', pivot((p, high, low) => p + (high - low))],
  ['pivot_r3()', pivot((p, high, low) => high + 2 * (p - low))],
  ['pivot_s1()', pivot((p, high) => 2 * p - high)],
  ['pivot_s2()', pivot((p, high, low) => p - (high - low))],
  ['pivot_s3()', pivot((p, high, low) => low - 2 * (high - p))],
  ['vwap_upper(2)', vwapBand(2)],
  ['vwap_lower(1)', vwapBand(-1)],
  [
    'count(close > open, 7)',
    every((at) => (at < 6 ? NONE : greens(at).filter((each) => each > at - 7).length)),
  ],
  [
    'barssince(close > open, 2)',
    every((at) => (at - (greens(at)[0] ?? -9) > 2 ? NONE : at - (greens(at)[0] ?? NONE))),
  ],
  ['valuewhen(close > open, low, 1, 500)', every((at) => l[greens(at)[1] ?? -1] ?? NONE)],
  ['hour(utc)', every((at) => new Date(ts[at] ?? 0).getUTCHours())],
  ['minute(utc)', every((at) => new Date(ts[at] ?? 0).getUTCMinutes())],
  ['clock(utc)', every((at) => new Date(ts[at] ?? 0).getUTCHours() * 100)],
  ['dayofweek(utc)', every((at) => new Date(ts[at] ?? 0).getUTCDay() + 1)],
];

const apart = (one: readonly number[], other: readonly number[]): string[] =>
  one.flatMap((value, at) => {
    const given = other[at] ?? NONE;
    const isSame =
      Number.isNaN(value) === Number.isNaN(given) &&
      !(Math.abs(value - given) > 1e-9 * Math.max(1, Math.abs(given)));
    return isSame ? [] : [`bar ${at}: ${value}, plainly ${given}`];
  });

describe('functions beside those that the language began with', () => {
  it.each(CASES)('%s is what its definition says, to a billionth, and unknown as long', (text, plainly) => {
    const line = lineOf(text, BARS);
    expect(line.filter(Number.isFinite).length).toBeGreaterThan(700);
    expect(apart(line, plainly).slice(0, 5)).toEqual([]);
  });

  it.each(CASES)('%s goes on from a snapshot', (text) => {
    expect(apart(lineOf(text, BARS, 733), lineOf(text, BARS))).toEqual([]);
  });

  it('reads the clocks of cities in summer and in winter', () => {
    const at = (time: string): Bar[] => [{ ...BARS[0]!, ts: Date.parse(time) }];
    expect(lineOf('clock(new_york)', at('2026-01-15T14:30:00Z'))).toEqual([930]);
    expect(lineOf('clock(new_york)', at('2026-07-15T13:30:00Z'))).toEqual([930]);
    expect(lineOf('clock(london)', at('2026-07-15T23:05:00Z'))).toEqual([5]);
    expect(lineOf('dayofweek(tokyo)', at('2026-11-25T16:00:00Z'))).toEqual([5]);
    expect(lineOf('hour(frankfurt)', at('2026-11-25T16:00:00Z'))).toEqual([17]);
  });

  it('leaves bars without a value out, and goes on after them', () => {
    const holes = BARS.slice(0, 200).map((bar, at) => (at % 5 === 4 ? { ...bar, volume: null } : bar));
    const traded = holes.filter((bar) => bar.volume !== null);
    for (const text of [
      'sum(volume, 7)',
      'zscore(volume, 7)',
      'linreg(volume, 7, 0)',
      'percentrank(volume, 7)',
      'kama(volume, 7)',
    ]) {
      const line = lineOf(text, holes);
      expect(line.filter((_, at) => at % 5 === 4).every(Number.isNaN)).toBe(true);
      expect(
        apart(
          line.filter((_, at) => at % 5 !== 4),
          lineOf(text, traded),
        ),
      ).toEqual([]);
    }
  });

  it('knows nothing where nothing moved', () => {
    const still = BARS.slice(0, 60).map((bar) => ({ ...bar, open: 5, high: 5, low: 5, close: 5 }));
    for (const text of ['zscore(20)', 'correlation(close, volume, 20)', 'choppiness(14)'])
      expect(lineOf(text, still).every(Number.isNaN), text).toBe(true);
  });
});

describeWithShared('the reference outputs of functions', 'indicators', () => {
  const rows = (file: string): Record<string, string>[] => {
    const [header = '', ...lines] = readFileSync(sharedPath(`indicators/lean/${file}`), 'utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/);
    const names = header.split(',').map((name) => name.trim());
    return lines.map((line) =>
      Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell.trim()])),
    );
  };
  it.each([
    ['spy_kama.txt', 'kama(5)', 'KAMA_5'],
    ['spy_trix.txt', 'trix(5)', 'TRIX_5'],
    ['spy_heikin_ashi.txt', 'ha_open()', 'HA_Open'],
    ['spy_heikin_ashi.txt', 'ha_high()', 'HA_High'],
    ['spy_heikin_ashi.txt', 'ha_low()', 'HA_Low'],
    ['spy_heikin_ashi.txt', 'ha_close()', 'HA_Close'],
    ['spy_with_ichimoku.csv', 'tenkan(9)', 'Tenkan'],
    ['spy_with_ichimoku.csv', 'kijun(26)', 'Kijun'],
    // The file's spans are of 26 bars before, those of charts of 25.
    ['spy_with_ichimoku.csv', 'senkou_a(9, 26, 27)', 'Senkou A'],
    ['spy_with_ichimoku.csv', 'senkou_b(52, 27)', 'Senkou B'],
    ['spy_with_StochRSI.csv', 'stochrsi_k(14, 14, 3)', 'k'],
    ['spy_with_StochRSI.csv', 'stochrsi_d(14, 14, 3, 3)', 'd'],
  ])('%s: %s', (file, text, column) => {
    const given = rows(file);
    const bars = given.map((cells, at): Bar => {
      const cell = (name: string): number =>
        Number(cells[name] ?? cells[name.toLowerCase()] ?? cells['Close'] ?? cells['close']);
      const [open, high, low, close] = ['Open', 'High', 'Low', 'Close'].map(cell) as [
        number,
        number,
        number,
        number,
      ];
      return { ...BARS[0]!, ts: at * 86_400_000, open, high, low, close };
    });
    const line = lineOf(text, bars);
    const compared = given.flatMap((cells, at) => {
      const printed = cells[column] ?? '';
      const places = printed.split('.')[1]?.length ?? 0;
      const isKnown = printed !== '' && Number.isFinite(Number(printed));
      return isKnown
        ? [
            {
              at,
              off: Math.abs((line[at] ?? NONE) - Number(printed)),
              slack: Math.max(0.5005 * 10 ** -places, 1e-9),
            },
          ]
        : [];
    });
    expect(compared.length).toBeGreaterThan(200);
    expect(compared.filter(({ off, slack }) => !(off <= slack))).toEqual([]);
  });
});
