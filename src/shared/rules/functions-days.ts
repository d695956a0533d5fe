import { type FunctionSpec, ofDays, times } from './function-spec.ts';

const BAND = [times('deviations', 1)];
const pivot = (words: string): FunctionSpec => ofDays(`${words} of the day`);

/** What begins anew with every trading day, or is of the trading day before. */
export const DAY_FUNCTIONS: Readonly<Record<string, FunctionSpec>> = {
  vwap_upper: ofDays('upper VWAP band ($1 deviations)', BAND),
  vwap_lower: ofDays('lower VWAP band ($1 deviations)', BAND),
  day_open: ofDays('open of the trading day'),
  day_high: ofDays('high of the trading day so far'),
  day_low: ofDays('low of the trading day so far'),
  prev_day_open: ofDays('open of the previous trading day'),
  prev_day_high: ofDays('high of the previous trading day'),
  prev_day_low: ofDays('low of the previous trading day'),
  prev_day_close: ofDays('close of the previous trading day'),
  premarket_high: ofDays('pre-market high of the trading day'),
  premarket_low: ofDays('pre-market low of the trading day'),
  premarket_close: ofDays('last pre-market price of the trading day'),
  pivot: pivot('pivot point'),
  pivot_r1: pivot('first resistance (R1)'),
  pivot_r2: pivot('second resistance (R2)'),
  pivot_r3: pivot('third resistance (R3)'),
  pivot_s1: pivot('first support (S1)'),
  pivot_s2: pivot('second support (S2)'),
  pivot_s3: pivot('third support (S3)'),
};

/** Those that are of more than the trading day of the bar itself: they look at the day before as well. */
export const OF_DAY_BEFORE: ReadonlySet<string> = new Set(
  Object.keys(DAY_FUNCTIONS).filter((name) => name.startsWith('prev_') || name.startsWith('pivot')),
);
/** Of the bars before the open: those that begin before it have to end by it. */
export const OF_PREMARKET: ReadonlySet<string> = new Set(
  Object.keys(DAY_FUNCTIONS).filter((name) => name.startsWith('premarket_')),
);
/** Volume-weighted: no average on bars of a day. */
export const OF_DAY_VOLUME: ReadonlySet<string> = new Set(['vwap', 'vwap_upper', 'vwap_lower']);
