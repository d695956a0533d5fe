import { EMA, bars, first, type FunctionSpec, ofBars, times, values, WILDER } from './function-spec.ts';
import { CHART_FUNCTIONS } from './functions-charts.ts';
import { CONDITION_FUNCTIONS } from './functions-conditions.ts';
import { DAY_FUNCTIONS } from './functions-days.ts';
import { LINE_FUNCTIONS } from './functions-lines.ts';
import { HISTORY_FUNCTIONS } from './functions-history.ts';

const macdBars = ([fast = 12, slow = 26, signal = 9]: readonly number[]): number =>
  EMA * (Math.max(fast, slow) + signal);
const BAND = [bars('bars', 20), times('deviations', 2)];
const MACD = [bars('fast', 12), bars('slow', 26), bars('signal', 9)];
const KELTNER = [bars('bars', 20), times('ranges', 2), bars('atr', 10)];
const keltnerBars = ([n = 20, , atr = 10]: readonly number[]): number =>
  Math.max(EMA * (n + 1), WILDER * atr);
const KELTNER_SMA = [bars('bars', 20), times('ranges', 2)];

export const FUNCTIONS: Readonly<Record<string, FunctionSpec>> = {
  sma: values('$1-bar average', [bars('bars', 20)], first),
  ema: values('$1-bar exponential average', [bars('bars', 20)], ([n = 1]) => EMA * (n + 1)),
  wma: values('$1-bar weighted average', [bars('bars', 20)], first),
  hma: values('$1-bar Hull average', [bars('bars', 20)], ([n = 1]) => 2 * n + 2),
  dema: values('$1-bar double exponential average', [bars('bars', 20)], ([n = 1]) => 2 * EMA * (n + 1)),
  tema: values('$1-bar triple exponential average', [bars('bars', 20)], ([n = 1]) => 3 * EMA * (n + 1)),
  rsi: values('$1-bar RSI', [{ ...bars('bars', 14), least: 2 }], ([n = 1]) => WILDER * n),
  highest: values('$1-bar high', [bars('bars', 20)], first),
  lowest: values('$1-bar low', [bars('bars', 20)], first),
  change: values('change over $1 bars', [bars('bars', 1)], ([n = 1]) => n + 1),
  change_pct: values('percent change over $1 bars', [bars('bars', 1)], ([n = 1]) => n + 1),
  roc: values('rate of change over $1 bars', [bars('bars', 9)], ([n = 1]) => n + 1),
  stddev: values('$1-bar standard deviation', [bars('bars', 20)], first),
  bb_upper: values('upper Bollinger band ($1 bars, $2 deviations)', BAND, first),
  bb_middle: values('middle Bollinger band ($1 bars)', BAND, first),
  bb_lower: values('lower Bollinger band ($1 bars, $2 deviations)', BAND, first),
  macd: values('MACD ($1, $2)', MACD.slice(0, 2), macdBars),
  macd_signal: values('MACD signal line ($1, $2, $3)', MACD, macdBars),
  macd_hist: values('MACD histogram ($1, $2, $3)', MACD, macdBars),
  atr: ofBars('$1-bar average true range', [bars('bars', 14)], ([n = 1]) => WILDER * n),
  adx: ofBars('$1-bar ADX', [bars('bars', 14)], ([n = 1]) => 2 * WILDER * n),
  plus_di: ofBars('$1-bar +DI', [bars('bars', 14)], ([n = 1]) => WILDER * n + 1),
  minus_di: ofBars('$1-bar −DI', [bars('bars', 14)], ([n = 1]) => WILDER * n + 1),
  stoch_k: ofBars('stochastic %K ($1, $2)', [bars('bars', 14), bars('smooth', 1)], ([n = 1, s = 1]) => n + s),
  stoch_d: ofBars(
    'stochastic %D ($1, $2, $3)',
    [bars('bars', 14), bars('smooth', 1), bars('signal', 3)],
    ([n = 1, s = 1, d = 1]) => n + s + d,
  ),
  cci: ofBars('$1-bar CCI', [bars('bars', 20)], first),
  mfi: ofBars('$1-bar money flow index', [bars('bars', 14)], ([n = 1]) => n + 1),
  cmf: ofBars('$1-bar Chaikin money flow', [bars('bars', 20)], first),
  vwap: {
    from: 'day',
    words: 'volume-weighted average price of the day (VWAP)',
    params: [],
    lookback: () => 0,
    instead: 'rolling_vwap',
  },
  rolling_vwap: ofBars('$1-bar volume-weighted price', [bars('bars', 20)], first),
  williams_r: ofBars('$1-bar Williams %R', [bars('bars', 14)], first),
  donchian_upper: ofBars('upper Donchian channel ($1 bars)', [bars('bars', 20)], first),
  donchian_middle: ofBars('middle of the Donchian channel ($1 bars)', [bars('bars', 20)], first),
  donchian_lower: ofBars('lower Donchian channel ($1 bars)', [bars('bars', 20)], first),
  keltner_upper: ofBars('upper Keltner channel ($1 bars, $2 × ATR $3)', KELTNER, keltnerBars),
  keltner_middle: ofBars('middle of the Keltner channel ($1 bars)', KELTNER, keltnerBars),
  keltner_lower: ofBars('lower Keltner channel ($1 bars, $2 × ATR $3)', KELTNER, keltnerBars),
  keltner_sma_upper: ofBars(
    'upper simple Keltner channel ($1 bars, $2 ranges)',
    KELTNER_SMA,
    ([n = 1]) => n + 1,
  ),
  keltner_sma_middle: ofBars('middle of the simple Keltner channel ($1 bars)', KELTNER_SMA, first),
  keltner_sma_lower: ofBars(
    'lower simple Keltner channel ($1 bars, $2 ranges)',
    KELTNER_SMA,
    ([n = 1]) => n + 1,
  ),
  // Counted from the first bar that was seen: it says something only beside itself.
  obv: ofBars('on-balance volume', [], () => 1),
  ...CHART_FUNCTIONS,
  ...HISTORY_FUNCTIONS,
  ...DAY_FUNCTIONS,
  ...LINE_FUNCTIONS,
  ...CONDITION_FUNCTIONS,
};

export type { FunctionSpec } from './function-spec.ts';

export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as [string, ...string[]];

/** Other names that traders use. */
export const ALIASES: Readonly<Record<string, string>> = {
  avg: 'sma',
  average: 'sma',
  mean: 'sma',
  max: 'highest',
  min: 'lowest',
};
