import { NO_HISTORY } from './phrase-history.ts';

/**
 * Functions of chart platforms that have another name, or other parameters, in the language: by name and number of
 * arguments (`*`: any). `@1` is the first argument.
 */
export const CHART_FUNCTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  crossover: { 2: '(@1 crosses above @2)' },
  crossunder: { 2: '(@1 crosses below @2)' },
  crosses_above: { 2: '(@1 crosses above @2)' },
  crosses_below: { 2: '(@1 crosses below @2)' },
  cross: { 2: '(@1 crosses @2)' },
  rising: { 2: '(@1 > highest(@1, @2)[1])' },
  falling: { 2: '(@1 < lowest(@1, @2)[1])' },
  max: { 2: 'max_of(@1, @2)', 3: 'max_of(@1, @2, @3)', 4: 'max_of(@1, @2, @3, @4)' },
  min: { 2: 'min_of(@1, @2)', 3: 'min_of(@1, @2, @3)', 4: 'min_of(@1, @2, @3, @4)' },
  greatest: { 2: 'max_of(@1, @2)' },
  lowest_of: { 2: 'min_of(@1, @2)' },
  absvalue: { 1: 'abs(@1)' },
  not: { 1: 'not (@1)' },
  stdev: { 1: 'stddev(@1)', 2: 'stddev(@1, @2)' },
  mom: { 1: 'change(@1)', 2: 'change(@1, @2)' },
  momentum: { 1: 'change(@1)', 2: 'change(@1, @2)' },
  sar: { 0: 'psar()', 3: 'psar(@1, @2, @3)' },
  tr: { 0: 'true_range()', 1: 'true_range()' },
  wpr: { 1: 'williams_r(@1)' },
  vwma: { 1: '(sma(close * volume, @1) / sma(volume, @1))', 2: '(sma(@1 * volume, @2) / sma(volume, @2))' },
  stoch: { 1: 'stoch_k(@1)', 2: 'stoch_k(@1, @2)', 4: 'stoch_k(@4, 1)' },
  stochrsi: { 0: 'stochrsi_k()', 1: 'stochrsi_k(@1)' },
  barssince: { 1: 'barssince(@1, 500)' },
  valuewhen: { 2: 'valuewhen(@1, @2, 0, 500)', 3: 'valuewhen(@1, @2, @3, 500)' },
  bollinger_upper: { '*': 'bb_upper(@*)' },
  bollinger_lower: { '*': 'bb_lower(@*)' },
  donchian_high: { 1: 'donchian_upper(@1)' },
  donchian_low: { 1: 'donchian_lower(@1)' },
  ref: { 2: '@1[@2]' },
  hhv: { 2: 'highest(@1, @2)' },
  llv: { 2: 'lowest(@1, @2)' },
  expaverage: { 1: 'ema(@1)', 2: 'ema(@1, @2)' },
  movingaverage: { 1: 'sma(@1)', 2: 'sma(@1, @2)' },
  ma: { 1: 'sma(@1)', 2: 'sma(@1, @2)' },
  bars_since: { 1: 'barssince(@1, 500)' },
  countif: { 2: 'count(@1, @2)' },
  avg_volume: { 0: 'sma(volume, 20)', 1: 'sma(volume, @1)' },
  correlation: { 3: 'correlation(@1, @2, @3)' },
  percentrank: { 2: 'percentrank(@1, @2)' },
  round: { 1: 'round(@1)' },
  chop: { 1: 'choppiness(@1)' },
  kumo_top: { 0: 'max_of(senkou_a(9, 26, 26), senkou_b(52, 26))' },
};

/** Written with `ta.` and other arguments than the language's function of the same name. */
export const TA_FUNCTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  highest: { 1: 'highest(high, @1)' },
  lowest: { 1: 'lowest(low, @1)' },
  cci: { 1: 'cci(@1)' },
  mfi: { 1: 'mfi(@1)' },
  vwap: { 0: 'vwap()' },
  change: { 1: 'change(@1, 1)', 2: 'change(@1, @2)' },
  sma: { 2: 'sma(@1, @2)' },
};

/** Of (high + low + close) / 3 alone: with that, or with nothing, it is the language's. */
export const OF_TYPICAL_PRICE: ReadonlySet<string> = new Set(['cci', 'mfi', 'vwap']);

/** What several names are assigned at once: `[a, b, c] = ta.macd(close, 12, 26, 9)`. */
export const TUPLES: Readonly<Record<string, readonly string[]>> = {
  macd: ['macd(@1, @2, @3)', 'macd_signal(@1, @2, @3, @4)', 'macd_hist(@1, @2, @3, @4)'],
  bb: ['bb_middle(@1, @2, @3)', 'bb_upper(@1, @2, @3)', 'bb_lower(@1, @2, @3)'],
  supertrend: ['supertrend(@2, @1)', '(-supertrend_direction(@2, @1))'],
  dmi: ['plus_di(@1)', 'minus_di(@1)', 'adx(@2)'],
  kc: ['keltner_middle(@2, @3, @2)', 'keltner_upper(@2, @3, @2)', 'keltner_lower(@2, @3, @2)'],
};

/** What has no counterpart, with what does. */
export const NO_COUNTERPART: Readonly<Record<string, string>> = {
  ...NO_HISTORY,
  na: 'A comparison with an unknown value is never true, so leave na() out.',
  pivothigh: 'Write highest(high, 20)[1] for the high of the 20 bars before.',
  pivotlow: 'Write lowest(low, 20)[1] for the low of the 20 bars before.',
  alma: 'Write hma(20), ema(20) or kama(10).',
  swma: 'Write wma(4).',
  iff: 'Write the two cases as two conditions: (a and b) or (not a and c).',
  switch: 'Write each case as a condition, joined with or.',
  '@from': 'Write the high or low that you mean: close < 0.95 * 20-day high.',
  squeeze: 'Write (bb_upper(20, 2) - bb_lower(20, 2)) / bb_middle(20, 2) < 0.05.',
  for: 'Write a number of bars behind a condition: close > 100 for 3 bars.',
  while: 'Write count(close > open, 10) >= 5 for 5 of the last 10 bars.',
  ath: 'Write close > 104-week high: two years is the longest time.',
  trendline: 'Write two of its points: line(2024-01-02, 100, 2024-03-01, 120).',
  support: 'Write its level as a number, or pivot_s1().',
  resistance: 'Write its level as a number, or pivot_r1().',
  fib: 'Write the level as a number.',
  divergence: 'Write both halves: close < close[10] and rsi(14) > rsi(14)[10].',
  bar_index: 'Write barssince(condition) for a number of bars.',
  poc: 'Write vwap, or rolling_vwap(20).',
};
