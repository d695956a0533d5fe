import { aroon } from '#src/engine/indicators/aroon.ts';
import { choppiness } from '#src/engine/indicators/choppiness.ts';
import { premarket, tradingDay, vwapBand } from '#src/engine/indicators/days.ts';
import { divergence } from '#src/engine/indicators/divergence.ts';
import { trix } from '#src/engine/indicators/ema-chain.ts';
import { wilder } from '#src/engine/indicators/ema.ts';
import { followed } from '#src/engine/indicators/followed.ts';
import { fromExtreme } from '#src/engine/indicators/from-extreme.ts';
import { heikinAshi } from '#src/engine/indicators/heikin-ashi.ts';
import { ichimoku } from '#src/engine/indicators/ichimoku.ts';
import type { Prices, PricesOfDay } from '#src/engine/indicators/indicator.ts';
import { kama } from '#src/engine/indicators/kama.ts';
import { moveRank, streak } from '#src/engine/indicators/moves.ts';
import { barsSince, countOf, valueWhen } from '#src/engine/indicators/occurrences.ts';
import { psar } from '#src/engine/indicators/psar.ts';
import { median, percentRank, rank, zScore } from '#src/engine/indicators/rank.ts';
import { correlation, linreg } from '#src/engine/indicators/regression.ts';
import { sma } from '#src/engine/indicators/sma.ts';
import { stochRsi } from '#src/engine/indicators/stochastic.ts';
import { supertrend } from '#src/engine/indicators/supertrend.ts';
import { trueRange } from '#src/engine/indicators/true-range.ts';
import { donchian } from '#src/engine/indicators/channel.ts';
import { sessionNumbered } from '#src/shared/rules/sessions.ts';
import { clockOf } from './clocks.ts';
import { alone, FIRST_OF_BARS, FIRST_OF_DAYS, FIRST_OF_VALUES, itself, type Source } from './indicators.ts';

const stochRsiLine = (line: 'k' | 'd'): Source<number> => ({
  state: `stochrsi ${line}`,
  figures: line === 'k' ? 3 : 4,
  make: ([length = 14, period = 14, smooth = 3, signal = 3], saved) =>
    stochRsi({ length, period, smooth, signal: line === 'k' ? 1 : signal }, saved),
  pick: (lines: Record<typeof line, number>) => lines[line],
});
const trend = (line: 'line' | 'direction'): Source<Prices> => ({
  state: 'supertrend',
  figures: 2,
  make: ([n = 10, multiple = 3], saved) => supertrend(n, multiple, saved),
  pick: (lines: Record<typeof line, number>) => lines[line],
});
const aroonLine = (line: 'up' | 'down' | 'oscillator'): Source<Prices> => ({
  state: 'aroon',
  figures: 1,
  make: ([n = 14], saved) => aroon(n, saved),
  pick: (lines: Record<typeof line, number>) => lines[line],
});
const heikinAshiLine = (line: 'open' | 'high' | 'low' | 'close'): Source<Prices> => ({
  state: 'heikin-ashi',
  figures: 0,
  make: (_args, saved) => heikinAshi(saved),
  pick: (lines: Record<typeof line, number>) => lines[line],
});
const farFrom = (side: 'high' | 'low'): Source<Prices> => ({
  state: 'from extreme',
  figures: 1,
  make: ([n = 252], saved) => fromExtreme(n, saved),
  pick: (sides: Record<typeof side, number>) => sides[side],
});
const middleLine: Source<Prices> = {
  state: 'donchian',
  figures: 1,
  make: ([n = 9], saved) => donchian(n, saved),
  pick: ({ middle }: { middle: number }) => middle,
};
/** Charts draw the spans `displacement` bars ahead, and count the bar itself among them. */
const spanLine = (line: 'senkouA' | 'senkouB'): Source<Prices> => ({
  state: `ichimoku ${line}`,
  figures: line === 'senkouA' ? 3 : 2,
  make: (args, saved) => {
    const [a = 0, b = 0, c = 26] = args;
    const spans =
      line === 'senkouA' ? { tenkan: a, kijun: b, displacement: c - 1 } : { senkouB: a, displacement: b - 1 };
    return ichimoku(spans, saved);
  },
  pick: (lines: Record<typeof line, number>) => lines[line],
});

/** Functions of one value per bar. */
export const OF_VALUES: Readonly<Record<string, Source<number>>> = {
  ...FIRST_OF_VALUES,
  kama: alone('kama', kama),
  rma: alone('rma', wilder),
  trix: alone('trix', trix),
  linreg: {
    state: 'linreg',
    figures: 2,
    make: ([n = 14, offset = 0], saved) => linreg(n, offset, saved),
    pick: itself,
  },
  sum: { ...alone('sma', sma), pick: (mean: number, [n = 1]) => mean * n },
  percentrank: alone('percentrank', percentRank),
  rank: alone('rank', rank),
  median: alone('median', median),
  rise_rank: alone('rise rank', moveRank('rise')),
  fall_rank: alone('fall rank', moveRank('fall')),
  move_rank: alone('move rank', moveRank('move')),
  up_streak: alone('up streak', streak(1)),
  down_streak: alone('down streak', streak(-1)),
  zscore: alone('zscore', zScore),
  stochrsi_k: stochRsiLine('k'),
  stochrsi_d: stochRsiLine('d'),
};

/** Functions of whole bars. */
export const OF_BARS: Readonly<Record<string, Source<Prices>>> = {
  ...FIRST_OF_BARS,
  supertrend: trend('line'),
  supertrend_direction: trend('direction'),
  psar: {
    state: 'psar',
    figures: 3,
    make: ([start = 0.02, step = 0.02, most = 0.2], saved) => psar({ start, step, most }, saved),
    pick: itself,
  },
  tenkan: middleLine,
  kijun: middleLine,
  senkou_a: spanLine('senkouA'),
  senkou_b: spanLine('senkouB'),
  aroon_up: aroonLine('up'),
  aroon_down: aroonLine('down'),
  aroon_osc: aroonLine('oscillator'),
  choppiness: alone('choppiness', choppiness),
  from_high: farFrom('high'),
  from_low: farFrom('low'),
  true_range: { state: 'true range', figures: 0, make: (_args, saved) => trueRange(saved), pick: itself },
  ha_open: heikinAshiLine('open'),
  ha_high: heikinAshiLine('high'),
  ha_low: heikinAshiLine('low'),
  ha_close: heikinAshiLine('close'),
};

type Day = { open: number; high: number; low: number; close: number };
type Days = { today: Day | null; before: Day | null };
const ofDay = (pick: (days: Days) => number): Source<PricesOfDay> => ({
  state: 'trading day',
  figures: 0,
  make: (_args, saved) => tradingDay(saved),
  pick,
});
const today = (line: keyof Day): Source<PricesOfDay> => ofDay((days) => days.today?.[line] ?? Number.NaN);
const before = (line: keyof Day): Source<PricesOfDay> => ofDay((days) => days.before?.[line] ?? Number.NaN);
/** Standard pivot points: of high, low and middle of the day before. */
const pivot = (of: (middle: number, day: Day) => number): Source<PricesOfDay> =>
  ofDay(({ before: day }) => (day ? of((day.high + day.low + day.close) / 3, day) : Number.NaN));
/** From 4:00 in New York, where US exchanges begin to trade, to the open. */
const beforeOpen = (): ((ts: number) => boolean) => {
  const minutesAt = clockOf(1, ({ minutes }) => minutes);
  return (ts) => {
    const minutes = minutesAt(ts);
    return minutes >= PREMARKET_FROM && minutes < sessionNumbered(1).open;
  };
};
const PREMARKET_FROM = 240;
const ofPremarket = (line: 'high' | 'low' | 'close'): Source<PricesOfDay> => ({
  state: 'premarket',
  figures: 0,
  make: (_args, saved) => premarket(beforeOpen(), saved),
  pick: (prices: Record<typeof line, number>) => prices[line],
});
const band = (side: 1 | -1): Source<PricesOfDay> => ({
  state: 'vwap band',
  figures: 0,
  make: (_args, saved) => vwapBand(saved),
  pick: ({ mean, deviation }: { mean: number; deviation: number }, [deviations = 1]) =>
    mean + side * deviations * deviation,
});

/** Functions of this trading day so far, and of the one before. */
export const OF_DAYS: Readonly<Record<string, Source<PricesOfDay>>> = {
  ...FIRST_OF_DAYS,
  vwap_upper: band(1),
  vwap_lower: band(-1),
  day_open: today('open'),
  day_high: today('high'),
  day_low: today('low'),
  prev_day_open: before('open'),
  prev_day_high: before('high'),
  prev_day_low: before('low'),
  prev_day_close: before('close'),
  premarket_high: ofPremarket('high'),
  premarket_low: ofPremarket('low'),
  premarket_close: ofPremarket('close'),
  pivot: pivot((middle) => middle),
  pivot_r1: pivot((middle, { low }) => 2 * middle - low),
  pivot_s1: pivot((middle, { high }) => 2 * middle - high),
  pivot_r2: pivot((middle, { high, low }) => middle + high - low),
  pivot_s2: pivot((middle, { high, low }) => middle - high + low),
  pivot_r3: pivot((middle, { high, low }) => high + 2 * (middle - low)),
  pivot_s3: pivot((middle, { high, low }) => low - 2 * (high - middle)),
};

const diverging = (side: 'low' | 'high', hidden = false): Source<{ x: number; y: number }> => ({
  state: `divergence of ${side}s${hidden ? ', hidden' : ''}`,
  figures: 2,
  make: ([pivot = 5, most = 60], saved) => divergence({ side, hidden, pivot, most }, saved),
  pick: itself,
});

/** Functions of two values per bar. */
export const OF_PAIRS: Readonly<Record<string, Source<{ x: number; y: number }>>> = {
  correlation: {
    state: 'correlation',
    figures: 1,
    make: ([n = 20], saved) => correlation(n, saved),
    pick: itself,
  },
  bullish_divergence: diverging('low'),
  bearish_divergence: diverging('high'),
  hidden_bullish_divergence: diverging('low', true),
  hidden_bearish_divergence: diverging('high', true),
};

/** Functions of whether something is true on a bar. */
export const OF_CONDITIONS: Readonly<Record<string, Source<number>>> = {
  barssince: alone('barssince', barsSince),
  count: alone('count', countOf),
};

type FollowedLine = 'count' | 'up' | 'median' | 'best' | 'worst';
const followedLine = (line: FollowedLine): Source<{ is: number; value: number }> => ({
  state: 'followed',
  figures: 3,
  make: ([horizon = 5, times = 20, most = 1000], saved) => followed({ horizon, times, most }, saved),
  pick: (lines: Record<FollowedLine, number>) => lines[line],
});

/** Functions of the bars on which something is true, and of a value there. */
export const OF_CHOICES: Readonly<Record<string, Source<{ is: number; value: number }>>> = {
  valuewhen: {
    state: 'valuewhen',
    figures: 2,
    make: ([occurrence = 0, most = 500], saved) => valueWhen(occurrence, most, saved),
    pick: itself,
  },
  followed_count: followedLine('count'),
  followed_up: followedLine('up'),
  followed_median: followedLine('median'),
  followed_best: followedLine('best'),
  followed_worst: followedLine('worst'),
};

/** Functions of when a bar began, on the clock of a trading session. */
export const OF_TIMES: Readonly<Record<string, (args: readonly number[]) => (ts: number) => number>> = {
  hour: ([zone = 1]) => clockOf(zone, ({ minutes }) => Math.floor(minutes / 60)),
  minute: ([zone = 1]) => clockOf(zone, ({ minutes }) => minutes % 60),
  clock: ([zone = 1]) => clockOf(zone, ({ minutes }) => Math.floor(minutes / 60) * 100 + (minutes % 60)),
  // By the clock, not by bars: the value of a bar follows from its time alone, on every timeframe.
  line:
    ([from = 0, first = 0, to = 1, second = 0]) =>
    (ts) =>
      first + ((second - first) * (ts - from)) / (to - from),
  dayofweek: ([zone = 1]) => clockOf(zone, ({ weekday }) => weekday),
};
