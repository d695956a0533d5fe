import {
  above,
  and,
  atLeast,
  back,
  before,
  below,
  both,
  DAILY,
  dayBefore,
  deviation,
  down,
  ema,
  equal,
  every,
  extreme,
  FOUR_HOURS,
  highest,
  type Holds,
  HOURLY,
  lately,
  level,
  lowest,
  minus,
  newYork,
  not,
  or,
  ranges,
  row,
  rsi,
  seen,
  sma,
  times,
  today,
  up,
  WEEKLY,
  wilder,
} from './plain-market.fixture.ts';

const { o, h, l, c, v } = HOURLY;
const ny = newYork();
const n = level;
const macd = minus(ema(c, 12), ema(c, 26));
const signal = ema(macd, 9);
const bb = (deviations: number): number[] =>
  both(sma(c, 20), deviation(c, 20), (mean, width) => mean + deviations * width);
const k = (bars: number): number[] => {
  const [top, bottom] = [highest(h, bars), lowest(l, bars)];
  return c.map((close, at) => (100 * (close - (bottom[at] ?? 0))) / ((top[at] ?? 0) - (bottom[at] ?? 0)));
};
const rvol = both(v, sma(v, 20), (a, b) => a / b);
const hl2 = both(h, l, (a, b) => (a + b) / 2);
const hlc3 = every((at) => ((h[at] ?? 0) + (l[at] ?? 0) + (c[at] ?? 0)) / 3);
const percent = (line: readonly number[], ago: number): number[] =>
  both(line, back(line, ago), (a, b) => (a / b - 1) * 100);
/** From the lowest or highest close of so many bars before, in percent. */
const rise = (bars: number): number[] => both(c, lowest(c, bars + 1), (a, b) => (a / b - 1) * 100);
const fall = (bars: number): number[] => both(c, highest(c, bars + 1), (a, b) => (1 - a / b) * 100);
const green = above(c, o);
const red = below(c, o);
const vwap = today((from, to) => {
  let [turnover, volume] = [0, 0];
  for (let at = from; at <= to; at += 1) {
    turnover += (hlc3[at] ?? 0) * (v[at] ?? 0);
    volume += v[at] ?? 0;
  }
  return turnover / volume;
});
const vwma = both(
  sma(
    both(c, v, (a, b) => a * b),
    20,
  ),
  sma(v, 20),
  (a, b) => a / b,
);
const dailySma = (count: number): number[] => seen(DAILY, sma(DAILY.c, count));
const [prevHigh, prevLow, prevClose] = [DAILY.h, DAILY.l, DAILY.c].map(dayBefore) as [
  number[],
  number[],
  number[],
];
const pivot = every((at) => ((prevHigh[at] ?? 0) + (prevLow[at] ?? 0) + (prevClose[at] ?? 0)) / 3);
const cross = (a: readonly number[], b: readonly number[]): Holds => or(up(a, b), down(a, b));
const inside = (value: readonly number[], low: readonly number[], high: readonly number[]): Holds =>
  and(atLeast(value, low), atLeast(high, value));
const change = minus(c, back(c, 1));

/** A condition as a trader types it; the rule that it is, and on which bars that is true. */
export type Typed = readonly [typed: string, rule: string, holds: Holds];

/** Written by hand in the ways in which people ask for them on chart platforms and in alert forums. */
export const TYPED: readonly Typed[] = [
  // Signs.
  ['close > 100', 'close > 100', above(c, n(100))],
  [
    'close >= 100 && volume > 1000',
    'close >= 100 and volume > 1000',
    and(atLeast(c, n(100)), above(v, n(1000))),
  ],
  ['close < 90 || close > 110', 'close < 90 or close > 110', or(below(c, n(90)), above(c, n(110)))],
  ['close == open', 'close = open', equal(c, o)],
  ['close != open', 'not close = open', not(equal(c, o))],
  ['!(close > open)', 'not close > open', not(green)],
  ['rsi(14) ≥ 70', 'rsi(14) >= 70', atLeast(rsi(c, 14), n(70))],
  [
    'CLOSE > OPEN AND NOT VOLUME < 1000',
    'close > open and not volume < 1000',
    and(green, not(below(v, n(1000)))),
  ],
  ['close > open AND volume > 1_000', 'close > open and volume > 1000', and(green, above(v, n(1000)))],
  ['volume > 1.2k', 'volume > 1200', above(v, n(1200))],
  ['volume > 1,200', 'volume > 1200', above(v, n(1200))],
  ['close > $110', 'close > 110', above(c, n(110))],
  ['close below 90 USD', 'close < 90', below(c, n(90))],
  ['close[1] > close[2]', 'close[1] > close[2]', above(back(c, 1), back(c, 2))],
  ['close > close[1] * 1.03', 'close > close[1] * 1.03', above(c, times(back(c, 1), 1.03))],
  // Pine functions.
  ['close > ta.sma(close, 50)', 'close > sma(50)', above(c, sma(c, 50))],
  ['ta.crossover(close, ta.ema(close, 20))', 'close crosses above ema(20)', up(c, ema(c, 20))],
  ['crossover(sma(10), sma(30))', 'sma(10) crosses above sma(30)', up(sma(c, 10), sma(c, 30))],
  ['crossunder(close, sma(50))', 'close crosses below sma(50)', down(c, sma(c, 50))],
  ['cross(close, 100)', 'close crosses 100', cross(c, n(100))],
  [
    'ta.rsi(close, 14) > 70 and ta.rsi(close, 14)[1] <= 70',
    'rsi(14) > 70 and rsi(14)[1] <= 70',
    and(above(rsi(c, 14), n(70)), atLeast(n(70), back(rsi(c, 14), 1))),
  ],
  ['close > ta.highest(high, 20)[1]', 'close > highest(high, 20)[1]', above(c, back(highest(h, 20), 1))],
  ['close < ta.lowest(20)[1]', 'close < lowest(low, 20)[1]', below(c, back(lowest(l, 20), 1))],
  ['ta.rising(close, 3)', 'close > highest(3)[1]', above(c, back(highest(c, 3), 1))],
  ['ta.stoch(close, high, low, 14) < 20', 'stoch_k(14, 1) < 20', below(k(14), n(20))],
  ['ta.change(close) > 2', 'change(1) > 2', above(change, n(2))],
  ['ta.mom(close, 10) > 4', 'change(10) > 4', above(minus(c, back(c, 10)), n(4))],
  ['ta.roc(close, 10) > 5', 'roc(10) > 5', above(percent(c, 10), n(5))],
  ['close > ta.vwma(close, 20)', 'close > sma(close * volume, 20) / sma(volume, 20)', above(c, vwma)],
  [
    'math.abs(close - open) > 2',
    'abs(close - open) > 2',
    above(
      both(c, o, (a, b) => Math.abs(a - b)),
      n(2),
    ),
  ],
  ['math.max(close, open) > 112', 'max_of(close, open) > 112', above(both(c, o, Math.max), n(112))],
  ['min(open, close) < 88', 'min_of(open, close) < 88', below(both(c, o, Math.min), n(88))],
  ['math.sum(volume, 3) > 5000', 'sum(volume, 3) > 5000', above(times(sma(v, 3), 3), n(5000))],
  [
    'nz(close[1], close) > 110',
    'nz(close[1], close) > 110',
    above(
      every((at) => c[at - 1] ?? c[at] ?? 0),
      n(110),
    ),
  ],
  [
    'ta.tr > 2 * ta.atr(14)',
    'true_range() > 2 * atr(14)',
    above(ranges(HOURLY), times(wilder(ranges(HOURLY), 14), 2)),
  ],
  [
    'ta.barssince(ta.crossover(close, ta.sma(close, 20))) < 3',
    'barssince(close crosses above sma(20), 500) < 3',
    lately(up(c, sma(c, 20)), 3),
  ],
  ['hl2 > sma(20)', '(high + low) / 2 > sma(20)', above(hl2, sma(c, 20))],
  ['hlc3 crosses above 100', '(high + low + close) / 3 crosses above 100', up(hlc3, n(100))],
  [
    'ohlc4 < ohlc4[1] - 2',
    '(open + high + low + close) / 4 < (open[1] + high[1] + low[1] + close[1]) / 4 - 2',
    (at) => {
      const mean = (i: number): number => ((o[i] ?? NaN) + (h[i] ?? NaN) + (l[i] ?? NaN) + (c[i] ?? NaN)) / 4;
      return mean(at) < mean(at - 1) - 2;
    },
  ],
  ['ta.stdev(close, 20) > 3', 'stddev(20) > 3', above(deviation(c, 20), n(3))],
  // Plain English.
  ['price > 100', 'close > 100', above(c, n(100))],
  ['price goes above 110', 'close crosses above 110', up(c, n(110))],
  ['price drops below 90', 'close crosses below 90', down(c, n(90))],
  ['price crosses 100', 'close crosses 100', cross(c, n(100))],
  ['price hits $105', 'close crosses 105', cross(c, n(105))],
  ['price closes above 108', 'close crosses above 108', up(c, n(108))],
  ['Alert me when price breaks above 110', 'close crosses above 110', up(c, n(110))],
  ['price is between 95 and 105', 'close is inside (95, 105)', inside(c, n(95), n(105))],
  ['close not between 80 and 120', 'close is outside (80, 120)', not(inside(c, n(80), n(120)))],
  ['RSI below 30', 'rsi(14) < 30', below(rsi(c, 14), n(30))],
  ['rsi is over 70', 'rsi(14) > 70', above(rsi(c, 14), n(70))],
  ['RSI oversold', 'rsi(14) < 30', below(rsi(c, 14), n(30))],
  ['RSI crosses back above 30', 'rsi(14) crosses above 30', up(rsi(c, 14), n(30))],
  ['RSI(7) < 20', 'rsi(7) < 20', below(rsi(c, 7), n(20))],
  ['rsi 7 below 20', 'rsi(7) < 20', below(rsi(c, 7), n(20))],
  ['stochastic below 10', 'stoch_k(14, 1) < 10', below(k(14), n(10))],
  ['%K crosses above %D', 'stoch_k(14, 1) crosses above stoch_d(14, 1, 3)', up(k(14), sma(k(14), 3))],
  // Averages.
  ['close > 50 SMA', 'close > sma(50)', above(c, sma(c, 50))],
  ['price above 20 EMA', 'close > ema(20)', above(c, ema(c, 20))],
  ['close > sma50', 'close > sma(50)', above(c, sma(c, 50))],
  ['EMA 9 crosses above EMA 21', 'ema(9) crosses above ema(21)', up(ema(c, 9), ema(c, 21))],
  ['9 ema crosses under 21 ema', 'ema(9) crosses below ema(21)', down(ema(c, 9), ema(c, 21))],
  ['price crosses above the 50-period moving average', 'close crosses above sma(50)', up(c, sma(c, 50))],
  ['price crosses above the 50 day moving average', 'close crosses above sma(50) on 1d', up(c, dailySma(50))],
  ['20dma above 50dma', 'sma(20) on 1d > sma(50) on 1d', above(dailySma(20), dailySma(50))],
  ['close > 10 week average', 'close > sma(10) on 1w', above(c, seen(WEEKLY, sma(WEEKLY.c, 10)))],
  ['MA50 crosses MA200', 'sma(50) crosses sma(200)', cross(sma(c, 50), sma(c, 200))],
  ['price is 5% above the 200 SMA', 'close > 1.05 * sma(200)', above(c, times(sma(c, 200), 1.05))],
  [
    'price within 1% of the 200 SMA',
    'close is inside (0.99 * sma(200), 1.01 * sma(200))',
    inside(c, times(sma(c, 200), 0.99), times(sma(c, 200), 1.01)),
  ],
  ['MACD crosses above signal line', 'macd(12, 26) crosses above macd_signal(12, 26, 9)', up(macd, signal)],
  ['MACD bullish crossover', 'macd(12, 26) crosses above macd_signal(12, 26, 9)', up(macd, signal)],
  ['MACD histogram > 0.3', 'macd_hist(12, 26, 9) > 0.3', above(minus(macd, signal), n(0.3))],
  ['macd crosses below zero line', 'macd(12, 26) crosses below 0', down(macd, n(0))],
  ['price above upper Bollinger band', 'close > bb_upper(20, 2)', above(c, bb(2))],
  ['close crosses below lower bb', 'close crosses below bb_lower(20, 2)', down(c, bb(-2))],
  ['price crosses above vwap', 'close crosses above vwap()', up(c, vwap)],
  // Volume.
  ['volume > 3x average volume', 'volume > 3 * sma(volume, 20)', above(v, times(sma(v, 20), 3))],
  ['volume > 2x average', 'volume > 2 * sma(volume, 20)', above(v, times(sma(v, 20), 2))],
  ['volume above average', 'volume > sma(volume, 20)', above(v, sma(v, 20))],
  ['volume is twice its average', 'volume >= 2 * sma(volume, 20)', atLeast(v, times(sma(v, 20), 2))],
  [
    'volume > 1.5 times the 50 bar average volume',
    'volume > 1.5 * sma(volume, 50)',
    above(v, times(sma(v, 50), 1.5)),
  ],
  ['volume is 3x its 20 bar average', 'volume >= 3 * sma(volume, 20)', atLeast(v, times(sma(v, 20), 3))],
  ['volume above its 50 period moving average', 'volume > sma(volume, 50)', above(v, sma(v, 50))],
  ['volume > 150% of average volume', 'volume > 1.5 * sma(volume, 20)', above(v, times(sma(v, 20), 1.5))],
  ['rvol > 2', 'volume / sma(volume, 20) > 2', above(rvol, n(2))],
  [
    'price above 20 EMA and RSI above 50 and volume above average',
    'close > ema(20) and rsi(14) > 50 and volume > sma(volume, 20)',
    and(above(c, ema(c, 20)), above(rsi(c, 14), n(50)), above(v, sma(v, 20))),
  ],
  // Per cent.
  ['drops 3%', 'close moves down by 3%', atLeast(fall(1), n(3))],
  ['price rises 4% in 5 bars', 'close moves up by 4% within 5 bars', atLeast(rise(5), n(4))],
  ['up 3% in 4h', 'close moves up by 3% within 4 hours', atLeast(rise(4), n(3))],
  ['price falls more than 5% within 1 day', 'close moves down by 5% within 1 day', atLeast(fall(24), n(5))],
  ['5% drop in 12 hours', 'close moves down by 5% within 12 hours', atLeast(fall(12), n(5))],
  ['price is up 3% today', 'close >= 1.03 * prev_day_close()', atLeast(c, times(prevClose, 1.03))],
  ['change > 3%', 'change_pct(1) > 3', above(percent(c, 1), n(3))],
  ['gap up 2%', 'open >= close[1] * 1.02', atLeast(o, times(back(c, 1), 1.02))],
  ['gaps down more than 2%', 'open <= close[1] * 0.98', atLeast(times(back(c, 1), 0.98), o)],
  // Highs and lows.
  ['price hits a new 20 day high', 'close crosses above 20-day high', up(c, extreme(h, 480, Math.max))],
  ['new 5 day low', 'low < 5-day low', below(l, extreme(l, 120, Math.min))],
  ['close > 10 day high', 'close > 10-day high', above(c, extreme(h, 240, Math.max))],
  ['close above 50 bar high', 'close > highest(high, 50)[1]', above(c, back(highest(h, 50), 1))],
  ["price breaks above yesterday's high", 'close crosses above prev_day_high()', up(c, prevHigh)],
  ['close < previous day low', 'close < prev_day_low()', below(c, prevLow)],
  ['close > PDH', 'close > prev_day_high()', above(c, prevHigh)],
  ['price crosses above pivot point', 'close crosses above pivot()', up(c, pivot)],
  ['close > R1', 'close > pivot_r1()', above(c, minus(times(pivot, 2), prevLow))],
  ['close > prev high', 'close > high[1]', above(c, back(h, 1))],
  ['inside bar', 'high < high[1] and low > low[1]', and(below(h, back(h, 1)), above(l, back(l, 1)))],
  [
    'higher high and higher low',
    'high > high[1] and low > low[1]',
    and(above(h, back(h, 1)), above(l, back(l, 1))),
  ],
  // In a row, and one after another.
  ['5 green candles in a row', 'count(close > open, 5) = 5', row(green, 5)],
  ['three consecutive red candles', 'count(close < open, 3) = 3', row(red, 3)],
  ['RSI below 30 for 3 bars', 'count(rsi(14) < 30, 3) = 3', row(below(rsi(c, 14), n(30)), 3)],
  ['close > open for 4 consecutive bars', 'count(close > open, 4) = 4', row(green, 4)],
  ['4 higher closes in a row', 'count(close > close[1], 4) = 4', row(above(c, back(c, 1)), 4)],
  [
    'RSI below 30, then close crosses above sma(20) within 10 bars',
    'close crosses above sma(20) and barssince(rsi(14) < 30, 10)[1] < 10',
    and(up(c, sma(c, 20)), before(below(rsi(c, 14), n(30)), 10)),
  ],
  [
    'RSI below 40, then close > open within 5 bars, then close crosses above sma(20) within 10 bars',
    'close crosses above sma(20) and barssince(close > open and barssince(rsi(14) < 40, 5)[1] < 5, 10)[1] < 10',
    and(up(c, sma(c, 20)), before(and(green, before(below(rsi(c, 14), n(40)), 5)), 10)),
  ],
  [
    'close crosses above sma(50) in the last 5 bars',
    'close crosses above sma(50) within 5 bars',
    lately(up(c, sma(c, 50)), 5),
  ],
  // Other timeframes, and time.
  ['daily RSI > 60', 'rsi(14) on 1d > 60', above(seen(DAILY, rsi(DAILY.c, 14)), n(60))],
  [
    '4h close > 4h 20 ema',
    'close on 4h > ema(20) on 4h',
    above(seen(FOUR_HOURS, FOUR_HOURS.c), seen(FOUR_HOURS, ema(FOUR_HOURS.c, 20))),
  ],
  ['RSI on the daily chart < 40', 'rsi(14) on 1d < 40', below(seen(DAILY, rsi(DAILY.c, 14)), n(40))],
  [
    'close > open between 9:30 and 16:00',
    'close > open and (clock(new_york) >= 930 and clock(new_york) < 1600)',
    and(green, (at) => (ny.clock[at] ?? 0) >= 930 && (ny.clock[at] ?? 0) < 1600),
  ],
  [
    'close crosses above sma(20) after 2pm',
    'close crosses above sma(20) and clock(new_york) >= 1400',
    and(up(c, sma(c, 20)), (at) => (ny.clock[at] ?? 0) >= 1400),
  ],
  [
    'close > open on Fridays',
    'close > open and dayofweek(new_york) = 6',
    and(green, (at) => ny.day[at] === 6),
  ],
  [
    'dayofweek == dayofweek.monday and close < open',
    'dayofweek(new_york) = 2 and close < open',
    and(red, (at) => ny.day[at] === 2),
  ],
  // Said shortly.
  ['RSI rising', 'rsi(14) > rsi(14)[1]', above(rsi(c, 14), back(rsi(c, 14), 1))],
  ['95 < close < 105', '95 < close and close < 105', and(above(c, n(95)), below(c, n(105)))],
  ['close > 110, volume > 1000', 'close > 110 and volume > 1000', and(above(c, n(110)), above(v, n(1000)))],
  [
    'RSI was below 30 in the last 5 bars and is now above 30',
    'rsi(14) < 30 within 5 bars and rsi(14) > 30',
    and(lately(below(rsi(c, 14), n(30)), 5), above(rsi(c, 14), n(30))),
  ],
  ['price crosses the 50 ema from below', 'close crosses above ema(50)', up(c, ema(c, 50))],
  [
    'RSI drops below 40 on the daily chart',
    'rsi(14) on 1d crosses below 40',
    down(seen(DAILY, rsi(DAILY.c, 14)), n(40)),
  ],
  [
    'price moves 4%',
    'close moves up by 4% or close moves down by 4%',
    or(atLeast(rise(1), n(4)), atLeast(fall(1), n(4))),
  ],
  [
    'price drops 5% from the 10 day high',
    'close <= 0.95 * 10-day high',
    atLeast(times(extreme(h, 240, Math.max), 0.95), c),
  ],
  ['volume is the highest in 50 bars', 'volume > highest(volume, 50)[1]', above(v, back(highest(v, 50), 1))],
  ["close isn't above sma(50)", 'close <= sma(50)', atLeast(sma(c, 50), c)],
  [
    'range > 2 * sma(range, 20)',
    'high - low > 2 * sma(high - low, 20)',
    above(minus(h, l), times(sma(minus(h, l), 20), 2)),
  ],
  [
    '(rsi(14)<30)|(rsi(14)>70)',
    'rsi(14) < 30 or rsi(14) > 70',
    or(below(rsi(c, 14), n(30)), above(rsi(c, 14), n(70))),
  ],
  // Scripts.
  [
    'fast = ta.ema(close, 12)\nslow = ta.ema(close, 26)\nlongCondition = ta.crossover(fast, slow)\nalertcondition(longCondition, title="Long")',
    'ema(12) crosses above ema(26)',
    up(ema(c, 12), ema(c, 26)),
  ],
  [
    '//@version=5\nindicator("RSI alert")\nlength = input.int(14, "Length", minval=1)\nr = ta.rsi(close, length)\nplot(r)\nif r < 30 and close > close[1]\n    alert("Bounce", alert.freq_once_per_bar_close)',
    'rsi(14) < 30 and close > close[1]',
    and(below(rsi(c, 14), n(30)), above(c, back(c, 1))),
  ],
  [
    '[macdLine, signalLine, hist] = ta.macd(close, 12, 26, 9)\nbuy = ta.crossover(macdLine, signalLine) and hist > hist[1]\nplotshape(buy)',
    'macd(12, 26) crosses above macd_signal(12, 26, 9) and macd_hist(12, 26, 9) > macd_hist(12, 26, 9)[1]',
    and(up(macd, signal), above(minus(macd, signal), back(minus(macd, signal), 1))),
  ],
  [
    'basis = ta.sma(close, 20)\ndev = 2 * ta.stdev(close, 20)\nclose > basis + dev',
    'close > sma(20) + 2 * stddev(20)',
    above(c, bb(2)),
  ],
];

/** What has no counterpart: where the answer points, and what it says to write. */
export const WITHOUT_COUNTERPART: readonly (readonly [
  typed: string,
  line: number,
  column: number,
  accepted: string,
])[] = [
  ['BTC drops 5%', 1, 1, 'write `close of BTC`'],
  ['close > ta.alma(close, 9, 0.85, 6)', 1, 9, 'Write hma(20)'],
  ['x = 0\nx := x + 1\nalertcondition(x > 3)', 2, 6, 'Write barssince'],
  ['price makes a new all time high', 1, 19, 'Write close > 104-week high'],
];
