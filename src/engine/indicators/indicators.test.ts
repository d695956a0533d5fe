import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adx } from './adx.ts';
import { cci } from './cci.ts';
import { donchian, williamsR } from './channel.ts';
import { change, delay, roc } from './delay.ts';
import { demarker } from './demarker.ts';
import { deviation } from './deviation.ts';
import { dema, tema, trix } from './ema-chain.ts';
import { ema, wilder } from './ema.ts';
import { highest, lowest } from './extreme.ts';
import { cmf, mfi, obv, rollingVwap, vwap } from './flow.ts';
import { heikinAshi } from './heikin-ashi.ts';
import { ichimoku } from './ichimoku.ts';
import type { Indicator, Prices } from './indicator.ts';
import { kama } from './kama.ts';
import { macd } from './macd.ts';
import { rsi } from './rsi.ts';
import { sma } from './sma.ts';
import { stochastic, stochRsi } from './stochastic.ts';
import { atr, keltner, simpleKeltner, trueRange } from './true-range.ts';
import { hma, wma } from './wma.ts';

type Run = { next: (bar: Prices) => unknown; state: unknown };

/** Feeds the close to an indicator of values. */
const ofClose =
  <Out>(make: (saved?: never) => Indicator<unknown, number, Out>) =>
  (saved?: unknown): Run => {
    const { next, state } = make(saved as never);
    return { next: ({ close }) => next(close), state };
  };
const ofBar =
  <Out>(make: (saved?: never) => Indicator<unknown, Prices, Out>) =>
  (saved?: unknown): Run =>
    make(saved as never);

/** Two kinds of days, told apart by volume: a copy of a state that goes on is in the same day. */
const byDay = ({ next, state }: ReturnType<typeof vwap>): Run => ({
  next: (bar) => next({ ...bar, ts: 0, day: (bar.volume ?? 0) > 6 ? 2 : 1 }),
  state,
});

const ALL: [name: string, start: (saved?: unknown) => Run][] = [
  ['sma', ofClose((saved) => sma(4, saved))],
  ['ema', ofClose((saved) => ema(4, saved))],
  ['wilder', ofClose((saved) => wilder(4, saved))],
  ['dema', ofClose((saved) => dema(3, saved))],
  ['tema', ofClose((saved) => tema(3, saved))],
  ['trix', ofClose((saved) => trix(3, saved))],
  ['wma', ofClose((saved) => wma(4, saved))],
  ['hma', ofClose((saved) => hma(5, saved))],
  ['kama', ofClose((saved) => kama(4, saved))],
  ['delay', ofClose((saved) => delay(3, saved))],
  ['change', ofClose((saved) => change(3, saved))],
  ['roc', ofClose((saved) => roc(3, saved))],
  ['rsi', ofClose((saved) => rsi(4, saved))],
  ['highest', ofClose((saved) => highest(4, saved))],
  ['lowest', ofClose((saved) => lowest(4, saved))],
  ['deviation', ofClose((saved) => deviation(4, saved))],
  ['macd', ofClose((saved) => macd({ fast: 2, slow: 4, signal: 3 }, saved))],
  ['stochRsi', ofClose((saved) => stochRsi({ length: 3, period: 3, smooth: 2, signal: 2 }, saved))],
  ['trueRange', ofBar((saved) => trueRange(saved))],
  ['atr', ofBar((saved) => atr(4, saved))],
  ['keltner', ofBar((saved) => keltner({ period: 4, multiple: 2, rangePeriod: 3 }, saved))],
  ['simpleKeltner', ofBar((saved) => simpleKeltner(4, 2, saved))],
  ['adx', ofBar((saved) => adx(3, saved))],
  ['donchian', ofBar((saved) => donchian(4, saved))],
  ['williamsR', ofBar((saved) => williamsR(4, saved))],
  ['stochastic', ofBar((saved) => stochastic({ period: 4, smooth: 2, signal: 2 }, saved))],
  ['cci', ofBar((saved) => cci(4, saved))],
  ['obv', ofBar((saved) => obv(saved))],
  ['mfi', ofBar((saved) => mfi(4, saved))],
  ['cmf', ofBar((saved) => cmf(4, saved))],
  ['rollingVwap', ofBar((saved) => rollingVwap(4, saved))],
  ['vwap', (saved) => byDay(vwap(saved as never))],
  ['ichimoku', ofBar((saved) => ichimoku({ tenkan: 2, kijun: 3, senkouB: 4, displacement: 2 }, saved))],
  ['heikinAshi', ofBar((saved) => heikinAshi(saved))],
  ['demarker', ofBar((saved) => demarker(3, saved))],
];

/** Prices in cents, so that ties and flat stretches happen. */
const bars = fc.array(
  fc
    .tuple(fc.integer({ min: 100, max: 120 }), fc.nat({ max: 5 }), fc.nat({ max: 5 }), fc.nat({ max: 9 }))
    .map(([close, above, below, volume]): Prices => ({
      open: close,
      close,
      high: close + above,
      low: close - below,
      volume,
    })),
  { minLength: 1, maxLength: 40 },
);

const seen = (value: unknown): unknown => (typeof value === 'object' ? { ...value } : value);

describe.each(ALL)('%s', (_name, start) => {
  it('goes on from a copy of its state, through JSON, as if nothing had happened', () => {
    fc.assert(
      fc.property(bars, fc.array(fc.nat({ max: 40 }), { maxLength: 6 }), (series, cuts) => {
        const whole = start();
        let pieces = start();
        for (const [index, bar] of series.entries()) {
          if (cuts.includes(index)) pieces = start(JSON.parse(JSON.stringify(pieces.state)));
          const [one, other] = [seen(whole.next(bar)), seen(pieces.next(bar))];
          // An object of several values keeps none of what a copy has not been fed yet.
          expect(JSON.stringify(other)).toBe(JSON.stringify(one));
        }
      }),
    );
  });

  it('never writes to the state it was given', () => {
    const run = start();
    for (let index = 0; index < 12; index += 1)
      run.next({ open: 100, high: 103 + (index % 3), low: 98, close: 100 + (index % 4), volume: 5 });
    const saved = structuredClone(run.state);
    const copy = structuredClone(saved);
    start(saved).next({ open: 50, high: 51, low: 49, close: 50, volume: 1 });
    expect(saved).toEqual(copy);
  });
});

const closes = fc.array(fc.double({ min: 0.5, max: 5000, noNaN: true }), { minLength: 1, maxLength: 120 });
const periods = fc.integer({ min: 1, max: 12 });

describe('against working it out anew for every value', () => {
  const windows = (values: number[], period: number) =>
    values.map((_, index) => (index + 1 < period ? null : values.slice(index + 1 - period, index + 1)));
  const meanOf = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const NAIVE: [string, (period: number) => Indicator<unknown>, (window: number[]) => number][] = [
    ['sma', sma, meanOf],
    ['highest', highest, (window) => Math.max(...window)],
    ['lowest', lowest, (window) => Math.min(...window)],
    [
      'wma',
      wma,
      (window) =>
        window.reduce((sum, value, index) => sum + value * (index + 1), 0) /
        ((window.length * (window.length + 1)) / 2),
    ],
  ];
  it.each(NAIVE)('%s', (_name, make, naive) => {
    fc.assert(
      fc.property(closes, periods, (values, period) => {
        const indicator = make(period);
        const found = values.map((value) => indicator.next(value));
        for (const [index, window] of windows(values, period).entries()) {
          const wanted = window === null ? Number.NaN : naive(window);
          const isSame = Number.isNaN(wanted)
            ? Number.isNaN(found[index])
            : Math.abs(found[index]! - wanted) <= 1e-11 * 5000;
          expect(isSame, `${found[index]} for ${wanted}`).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['ema', ema, (period: number) => 2 / (period + 1)],
    ['wilder', wilder, (period: number) => 1 / period],
  ] as const)('%s, one step after the other', (_name, make, weightOf) => {
    fc.assert(
      fc.property(closes, periods, (values, period) => {
        const indicator = make(period);
        let wanted = meanOf(values.slice(0, period));
        const differences = values.map((value, index) => {
          const found = indicator.next(value);
          if (index + 1 < period) return Number.isNaN(found) ? 0 : Infinity;
          if (index >= period) wanted = weightOf(period) * value + (1 - weightOf(period)) * wanted;
          return Math.abs(found - wanted);
        });
        expect(Math.max(...differences)).toBeLessThanOrEqual(1e-11 * 5000);
      }),
    );
  });

  it('an exponential average rests where nothing ever moved: two of them never cross there for ever', () => {
    for (let cents = 101; cents < 60_000; cents += 97) {
      const indicator = ema(26);
      for (let index = 0; index < 400; index += 1) indicator.next(cents / 100);
      const found = new Set(Array.from({ length: 6 }, () => indicator.next(cents / 100)));
      expect([...found], `of ${cents} cents`).toHaveLength(1);
    }
  });

  it('deviation', () => {
    fc.assert(
      fc.property(closes, periods, (values, period) => {
        const indicator = deviation(period);
        const found = values.map((value) => ({ ...indicator.next(value) }));
        for (const [index, window] of windows(values, period).entries()) {
          if (window === null) continue;
          const mean = meanOf(window);
          const wanted = Math.sqrt(meanOf(window.map((value) => (value - mean) ** 2)));
          expect(Math.abs(found[index]!.mean - mean)).toBeLessThanOrEqual(1e-8);
          expect(Math.abs(found[index]!.deviation - wanted)).toBeLessThanOrEqual(1e-4);
        }
      }),
    );
  });
});
