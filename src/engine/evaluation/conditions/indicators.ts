import { adx } from '#src/engine/indicators/adx.ts';
import { cci } from '#src/engine/indicators/cci.ts';
import { donchian, williamsR } from '#src/engine/indicators/channel.ts';
import { change, roc } from '#src/engine/indicators/delay.ts';
import { deviation } from '#src/engine/indicators/deviation.ts';
import { dema, tema } from '#src/engine/indicators/ema-chain.ts';
import { ema } from '#src/engine/indicators/ema.ts';
import { highest, lowest } from '#src/engine/indicators/extreme.ts';
import { cmf, mfi, obv, rollingVwap, vwap } from '#src/engine/indicators/flow.ts';
import type { Indicator, Prices, PricesOfDay } from '#src/engine/indicators/indicator.ts';
import { macd } from '#src/engine/indicators/macd.ts';
import { rsi } from '#src/engine/indicators/rsi.ts';
import { sma } from '#src/engine/indicators/sma.ts';
import { stochastic } from '#src/engine/indicators/stochastic.ts';
import { atr, keltner, simpleKeltner } from '#src/engine/indicators/true-range.ts';
import { hma, wma } from '#src/engine/indicators/wma.ts';

/**
 * How a function of the rule language is computed. Functions with the same `state` and figures share one indicator:
 * the three lines of a Bollinger band are computed once. `pick` reads the function's value of what it answers.
 */
export type Source<In> = {
  state: string;
  /** How many of the function's figures the indicator's state depends on. */
  figures: number;
  make: (args: readonly number[], saved?: never) => Indicator<unknown, In, unknown>;
  pick: (result: never, args: readonly number[]) => number;
};

export const itself = (value: number): number => value;
export const alone = <In>(
  state: string,
  make: (n: number, saved?: never) => Indicator<unknown, In>,
): Source<In> => ({ state, figures: 1, make: ([n = 1], saved) => make(n, saved), pick: itself });

const band = (side: 1 | 0 | -1): Source<number> => ({
  state: 'deviation',
  figures: 1,
  make: ([n = 1], saved) => deviation(n, saved),
  pick: ({ mean, deviation: width }: { mean: number; deviation: number }, args) =>
    mean + side * (args[1] ?? 0) * width,
});
const macdLine = (line: 'macd' | 'signal' | 'histogram'): Source<number> => ({
  state: line === 'macd' ? 'macd' : 'macd with signal',
  figures: line === 'macd' ? 2 : 3,
  make: ([fast = 12, slow = 26, signal = 9], saved) => macd({ fast, slow, signal }, saved),
  pick: (lines: Record<typeof line, number>) => lines[line],
});
const directional = (line: 'adx' | 'plusDi' | 'minusDi'): Source<Prices> => ({
  state: 'adx',
  figures: 1,
  make: ([n = 14], saved) => adx(n, saved),
  pick: (lines: Record<typeof line, number>) => lines[line],
});
const stochasticLine = (line: 'k' | 'd'): Source<Prices> => ({
  state: `stochastic ${line}`,
  figures: line === 'k' ? 2 : 3,
  make: ([period = 14, smooth = 1, signal = 3], saved) => stochastic({ period, smooth, signal }, saved),
  pick: (lines: Record<typeof line, number>) => lines[line],
});
const channelLine = (line: 'upper' | 'middle' | 'lower'): Source<Prices> => ({
  state: 'donchian',
  figures: 1,
  make: ([n = 20], saved) => donchian(n, saved),
  pick: (lines: Record<typeof line, number>) => lines[line],
});
const keltnerLine = (line: 'upper' | 'middle' | 'lower'): Source<Prices> => ({
  state: 'keltner',
  figures: 3,
  make: ([period = 20, multiple = 2, rangePeriod = 10], saved) =>
    keltner({ period, multiple, rangePeriod }, saved),
  pick: (lines: Record<typeof line, number>) => lines[line],
});
const simpleKeltnerLine = (line: 'upper' | 'middle' | 'lower'): Source<Prices> => ({
  state: 'simple keltner',
  figures: 2,
  make: ([n = 20, multiple = 2], saved) => simpleKeltner(n, multiple, saved),
  pick: (lines: Record<typeof line, number>) => lines[line],
});

/** Functions of one value per bar that the language began with; `functions.ts` has all of them. */
export const FIRST_OF_VALUES: Readonly<Record<string, Source<number>>> = {
  sma: alone('sma', sma),
  ema: alone('ema', ema),
  wma: alone('wma', wma),
  hma: alone('hma', hma),
  dema: alone('dema', dema),
  tema: alone('tema', tema),
  rsi: alone('rsi', rsi),
  highest: alone('highest', highest),
  lowest: alone('lowest', lowest),
  change: alone('change', change),
  change_pct: alone('change in percent', roc),
  roc: alone('change in percent', roc),
  stddev: {
    ...band(0),
    pick: ({ deviation: width }: { deviation: number }) => width,
  },
  bb_upper: band(1),
  bb_middle: band(0),
  bb_lower: band(-1),
  macd: macdLine('macd'),
  macd_signal: macdLine('signal'),
  macd_hist: macdLine('histogram'),
};

/** Functions of whole bars. */
export const FIRST_OF_BARS: Readonly<Record<string, Source<Prices>>> = {
  atr: alone('atr', atr),
  adx: directional('adx'),
  plus_di: directional('plusDi'),
  minus_di: directional('minusDi'),
  stoch_k: stochasticLine('k'),
  stoch_d: stochasticLine('d'),
  cci: alone('cci', cci),
  mfi: alone('mfi', mfi),
  cmf: alone('cmf', cmf),
  rolling_vwap: alone('rolling vwap', rollingVwap),
  williams_r: alone('williams_r', williamsR),
  donchian_upper: channelLine('upper'),
  donchian_middle: channelLine('middle'),
  donchian_lower: channelLine('lower'),
  keltner_upper: keltnerLine('upper'),
  keltner_middle: keltnerLine('middle'),
  keltner_lower: keltnerLine('lower'),
  keltner_sma_upper: simpleKeltnerLine('upper'),
  keltner_sma_middle: simpleKeltnerLine('middle'),
  keltner_sma_lower: simpleKeltnerLine('lower'),
  obv: { state: 'obv', figures: 0, make: (_args, saved) => obv(saved), pick: itself },
};

/** Functions of the bars of the trading day so far. */
export const FIRST_OF_DAYS: Readonly<Record<string, Source<PricesOfDay>>> = {
  vwap: { state: 'vwap', figures: 0, make: (_args, saved) => vwap(saved), pick: itself },
};
