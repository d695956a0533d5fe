/**
 * Values per second of our indicators beside those of the package trading-signals, on the same random walk in the same
 * run, each fed value by value, its results written one after the other into an array of numbers: one that was only
 * kept in a variable was put into a box that nobody had asked for. The walk is short enough to stay near the processor
 * and is gone many times, since bars fetched from far away cost more than what is done with them. Every indicator has a
 * process of its own, as if it were the only one: a call that has seen many kinds of targets costs more than an average
 * does. The goal is at least twice as many. Medians of seven rounds taken in turn, in seconds of the processor, so that
 * a busy machine does not count. Also how far the two are apart at the end: they are to agree.
 *
 *   npm run bench -- indicators
 */
import { spawnSync } from 'node:child_process';
import { adx } from '#src/engine/indicators/adx.ts';
import { cci } from '#src/engine/indicators/cci.ts';
import { deviation } from '#src/engine/indicators/deviation.ts';
import { ema } from '#src/engine/indicators/ema.ts';
import type { Prices } from '#src/engine/indicators/indicator.ts';
import { macd } from '#src/engine/indicators/macd.ts';
import { rsi } from '#src/engine/indicators/rsi.ts';
import { sma } from '#src/engine/indicators/sma.ts';
import { atr } from '#src/engine/indicators/true-range.ts';
import { type Figure, printResults } from './support/result.ts';

const VALUES = 1_000_000;
/** So many bars are walked again and again. */
const WALK = 10_000;
const ROUNDS = 7;
const GOAL = 2;

/** What is used of the package; every result is a number or an object of numbers. */
type Theirs = { add: (input: never) => unknown };
type Package = Record<string, new (...config: never[]) => Theirs>;

// Named by a variable: the product itself must not need it, not even to be checked.
const name = 'trading-signals';
const theirs = (await import(name).catch(() => {
  console.error(`The package ${name} is not installed (npm ci installs it).`);
  process.exit(1);
})) as Package;

let seed = 7;
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
let price = 100;
const walk: Prices[] = Array.from({ length: WALK }, () => {
  const open = price;
  price = Math.max(1, price + (random() - 0.5) * 2);
  const [high, low] = [Math.max(open, price) + random(), Math.min(open, price) - random() * 0.5];
  return { open, high, low, close: price, volume: 1000 };
});
const bars = Array.from({ length: VALUES }, (_, at) => walk[at % WALK] as Prices);
const closes = bars.map(({ close }) => close);

const make = (indicator: string, ...config: unknown[]): ((input: unknown) => unknown) => {
  const made = new (theirs[indicator] as new (...config: unknown[]) => Theirs)(...config);
  return (input) => made.add(input as never);
};
const results = new Float64Array(VALUES);
// One loop for each side, so that either is compiled for what it alone calls.
const feedOurs = <In>(next: (input: In) => number, inputs: readonly In[], out: Float64Array): number => {
  for (let at = 0; at < VALUES; at += 1) out[at] = next(inputs[at] as In);
  return out[VALUES - 1] ?? Number.NaN;
};
const feedTheirs = (
  next: (input: unknown) => unknown,
  inputs: readonly unknown[],
  pick: (result: never) => number,
  out: Float64Array,
): number => {
  for (let at = 0; at < VALUES; at += 1) {
    const result = next(inputs[at]);
    out[at] = result === null ? Number.NaN : pick(result as never);
  }
  return out[VALUES - 1] ?? Number.NaN;
};
const overValues = (next: (value: number) => number) => () => feedOurs(next, closes, results);
const overBars = (next: (bar: Prices) => number) => () => feedOurs(next, bars, results);
const last =
  (next: (input: unknown) => unknown, inputs: readonly unknown[], pick: (result: never) => number) => () =>
    feedTheirs(next, inputs, pick, results);
const itself = (result: number): number => result;

type Pair = { ours: () => () => number; theirs: () => () => number };
const PAIRS: Record<string, Pair> = {
  'SMA 200': {
    ours: () => overValues(sma(200).next),
    theirs: () => last(make('SMA', 200), closes, itself),
  },
  'EMA 50': {
    ours: () => overValues(ema(50).next),
    theirs: () => last(make('EMA', 50), closes, itself),
  },
  'RSI 14': { ours: () => overValues(rsi(14).next), theirs: () => last(make('RSI', 14), closes, itself) },
  'MACD 12 26 9': {
    ours: () => {
      const line = macd();
      return overValues((value) => line.next(value).macd);
    },
    theirs: () => {
      const EMA = theirs['EMA'] as never as new (period: number) => unknown;
      const line = make('MACD', new EMA(12), new EMA(26), new EMA(9));
      return last(line, closes, (result: { macd: number }) => result.macd);
    },
  },
  'Bollinger 20 2': {
    ours: () => {
      const band = deviation(20);
      return overValues((value) => {
        const { mean, deviation: width } = band.next(value);
        return mean + 2 * width;
      });
    },
    theirs: () => last(make('BollingerBands', 20, 2), closes, (result: { upper: number }) => result.upper),
  },
  'ATR 14': { ours: () => overBars(atr(14).next), theirs: () => last(make('ATR', 14), bars, itself) },
  'ADX 14': {
    ours: () => {
      const index = adx(14);
      return overBars((bar) => index.next(bar).adx);
    },
    theirs: () => last(make('ADX', 14), bars, itself),
  },
  'CCI 20': { ours: () => overBars(cci(20).next), theirs: () => last(make('CCI', 20), bars, itself) },
};

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const rate = (seconds: number): string => `${(VALUES / seconds / 1e6).toFixed(1)} M/s`.padStart(11);

/** Prints the line of one indicator. @returns how many times as fast as the package it is */
const measure = (label: string, pair: Pair): number => {
  const times: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] };
  const ends = { ours: 0, theirs: 0 };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of ['ours', 'theirs'] as const) {
      const work = pair[side]();
      const before = process.cpuUsage();
      ends[side] = work();
      times[side].push(process.cpuUsage(before).user / 1e6);
    }
  const [ours, other] = [median(times.ours), median(times.theirs)];
  const ratio = other / ours;
  const apart = Math.abs(ends.ours - ends.theirs).toExponential(1);
  console.log(
    `${label.padEnd(16)}${rate(ours)}${rate(other).padStart(18)}${ratio.toFixed(1).padStart(8)}   ≥ ${GOAL}${ratio >= GOAL ? '   met' : ' MISSED'}   ${apart}`,
  );
  return ratio;
};

const figureOf = (label: string, ours: number): Figure => ({
  bench: 'indicators',
  ours,
  goal: GOAL,
  unit: `times as fast as ${name}, ${label}`,
});

const [asked] = process.argv.slice(2);
const pair = asked === undefined ? undefined : PAIRS[asked];
if (asked !== undefined && pair) {
  printResults([figureOf(asked, measure(asked, pair))]);
} else {
  console.log(`${VALUES.toLocaleString('en-US')} values, median of ${ROUNDS} rounds\n`);
  console.log(
    `${''.padEnd(16)}${'ours'.padStart(11)}${name.padStart(18)}   ratio   goal   last values apart`,
  );
  const figures = Object.keys(PAIRS).map((label) => {
    const { stdout } = spawnSync(process.execPath, [import.meta.filename, label], {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    });
    const [line = '', json = '{}'] = stdout.trim().split('\n');
    console.log(line);
    const { ours = Number.NaN } = JSON.parse(json) as { ours?: number };
    return figureOf(label, ours);
  });
  printResults(figures);
  process.exitCode = figures.every(({ ours }) => ours >= GOAL) ? 0 : 1;
}
