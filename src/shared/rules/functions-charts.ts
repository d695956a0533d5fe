import { bars, EMA, first, type FunctionSpec, ofBars, times, values, WILDER } from './function-spec.ts';

/** Until a path that depends on where it began is the same from wherever it begins. */
const PATH = 500;
const HALVED = 60;
/** Kaufman's average of a market that goes nowhere forgets slowly. */
const ADAPTIVE = 2500;

const part = (name: string, value: number): ReturnType<typeof times> => ({
  ...times(name, value),
  least: 0.001,
  most: 1,
});
const RSI = { ...bars('rsi', 14), least: 2 };
const STOCH_RSI = [RSI, bars('bars', 14), bars('smooth', 3), bars('signal', 3)];
const stochRsiBars = ([rsi = 14, n = 14, k = 3, d = 0]: readonly number[]): number =>
  WILDER * rsi + n + k + d;
const SUPERTREND = [bars('bars', 10), times('ranges', 3)];
const trendBars = ([n = 10]: readonly number[]): number => WILDER * n + PATH;
const heikinAshi = (words: string): FunctionSpec => ofBars(words, [], () => HALVED);

/** 1 on the bar on which it is known that a value and an oscillator diverge, else 0. */
const divergence = (words: string): FunctionSpec => ({
  from: 'pairs',
  words,
  params: [
    { ...bars('pivot', 5), most: 50 },
    { ...bars('most', 60), most: 500 },
  ],
  problem: ([pivot = 1, most = 1]) =>
    pivot <= most
      ? null
      : `between two turns lie at least ${pivot} bars, so the second number can’t be less.`,
  // The turn before, and the bars around it that make it one.
  lookback: ([pivot = 1, most = 1]) => most + 1 + 2 * pivot,
  sentence: ({ value, other }) => `${words} of ${value} and ${other} (1 is yes)`,
  example: `${words.replaceAll(' ', '_')}(close, volume, 2, 60)`,
});

/** Indicators of chart platforms, beside those that the language began with. */
export const CHART_FUNCTIONS: Readonly<Record<string, FunctionSpec>> = {
  kama: values('$1-bar adaptive average (KAMA)', [bars('bars', 10)], ([n = 1]) => ADAPTIVE + n),
  rma: values('$1-bar Wilder average (RMA)', [bars('bars', 14)], ([n = 1]) => WILDER * n),
  trix: values('$1-bar TRIX', [bars('bars', 18)], ([n = 1]) => 3 * EMA * (n + 1) + 1),
  linreg: values(
    '$1-bar linear regression ($2 bars back)',
    [
      { ...bars('bars', 14), least: 2 },
      { ...bars('offset', 0), least: 0 },
    ],
    first,
  ),
  sum: values('$1-bar sum', [bars('bars', 20)], first),
  percentrank: values('$1-bar percent rank', [bars('bars', 100)], ([n = 1]) => n + 1),
  zscore: values('$1-bar z-score', [{ ...bars('bars', 20), least: 2 }], first),
  stochrsi_k: values('stochastic RSI %K ($1, $2, $3)', STOCH_RSI.slice(0, 3), stochRsiBars),
  stochrsi_d: values('stochastic RSI %D ($1, $2, $3, $4)', STOCH_RSI, stochRsiBars),
  correlation: {
    from: 'pairs',
    words: '$1-bar correlation',
    params: [{ ...bars('bars', 20), least: 2 }],
    lookback: first,
    sentence: ({ value, other }, [n]) => `the ${n}-bar correlation of ${value} and ${other}`,
  },
  bullish_divergence: divergence('bullish divergence'),
  bearish_divergence: divergence('bearish divergence'),
  hidden_bullish_divergence: divergence('hidden bullish divergence'),
  hidden_bearish_divergence: divergence('hidden bearish divergence'),
  supertrend: ofBars('Supertrend ($1 bars, $2 × ATR)', SUPERTREND, trendBars),
  supertrend_direction: ofBars(
    'direction of the Supertrend ($1 bars, $2 × ATR; 1 is up, −1 down)',
    SUPERTREND,
    trendBars,
  ),
  psar: ofBars(
    'parabolic SAR ($1, $2, $3)',
    [part('start', 0.02), part('step', 0.02), part('most', 0.2)],
    () => PATH,
  ),
  tenkan: ofBars('Ichimoku conversion line ($1 bars)', [bars('bars', 9)], first),
  kijun: ofBars('Ichimoku base line ($1 bars)', [bars('bars', 26)], first),
  senkou_a: ofBars(
    'Ichimoku leading span A ($1, $2, $3)',
    [bars('conversion', 9), bars('base', 26), bars('displacement', 26)],
    ([a = 9, b = 26, ahead = 26]) => Math.max(a, b) + ahead,
  ),
  senkou_b: ofBars(
    'Ichimoku leading span B ($1, $2)',
    [bars('bars', 52), bars('displacement', 26)],
    ([n = 52, ahead = 26]) => n + ahead,
  ),
  aroon_up: ofBars('Aroon up ($1 bars)', [bars('bars', 14)], ([n = 1]) => n + 1),
  aroon_down: ofBars('Aroon down ($1 bars)', [bars('bars', 14)], ([n = 1]) => n + 1),
  aroon_osc: ofBars('Aroon oscillator ($1 bars)', [bars('bars', 14)], ([n = 1]) => n + 1),
  choppiness: ofBars('$1-bar choppiness index', [{ ...bars('bars', 14), least: 2 }], ([n = 1]) => n + 1),
  true_range: ofBars('true range', [], () => 1),
  ha_open: heikinAshi('Heikin-Ashi open'),
  ha_high: heikinAshi('Heikin-Ashi high'),
  ha_low: heikinAshi('Heikin-Ashi low'),
  ha_close: heikinAshi('Heikin-Ashi close'),
};
