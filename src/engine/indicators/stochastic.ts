import { donchian, type ChannelState } from './channel.ts';
import { highest, lowest, type ExtremeState } from './extreme.ts';
import type { Indicator, Prices } from './indicator.ts';
import { rsi, type RsiState } from './rsi.ts';
import { sma, type SmaState } from './sma.ts';

type Stochastic = { k: number; d: number };

/** The position of `value` between two extremes, 0 to 100; 50 if they are equal. */
const placeOf = (value: number, low: number, high: number): number =>
  high === low ? 50 : (100 * (value - low)) / (high - low);

type StochasticState = { channel: ChannelState; k: SmaState; d: SmaState };

/** Stochastic oscillator: %K is the position of the close within `period` bars, averaged over `smooth`; %D is the mean of `signal` %K. */
export const stochastic = (
  { period = 14, smooth = 3, signal = 3 }: { period?: number; smooth?: number; signal?: number } = {},
  saved?: StochasticState,
): Indicator<StochasticState, Prices, Readonly<Stochastic>> => {
  const channel = donchian(period, saved?.channel);
  const k = sma(smooth, saved?.k);
  const d = sma(signal, saved?.d);
  const out: Stochastic = { k: Number.NaN, d: Number.NaN };
  const next = (bar: Prices): Readonly<Stochastic> => {
    const { upper, lower } = channel.next(bar);
    if (Number.isNaN(upper)) return out;
    out.k = k.next(placeOf(bar.close, lower, upper));
    if (!Number.isNaN(out.k)) out.d = d.next(out.k);
    return out;
  };
  return { next, state: { channel: channel.state, k: k.state, d: d.state } };
};

type StochRsiState = {
  rsi: RsiState;
  high: ExtremeState;
  low: ExtremeState;
  k: SmaState;
  d: SmaState;
};

/** Stochastic RSI: the position of an RSI within its last `period` values, smoothed twice. */
export const stochRsi = (
  {
    length = 14,
    period = 14,
    smooth = 3,
    signal = 3,
  }: { length?: number; period?: number; smooth?: number; signal?: number } = {},
  saved?: StochRsiState,
): Indicator<StochRsiState, number, Readonly<Stochastic>> => {
  const index = rsi(length, saved?.rsi);
  const high = highest(period, saved?.high);
  const low = lowest(period, saved?.low);
  const k = sma(smooth, saved?.k);
  const d = sma(signal, saved?.d);
  const out: Stochastic = { k: Number.NaN, d: Number.NaN };
  const next = (value: number): Readonly<Stochastic> => {
    const strength = index.next(value);
    if (Number.isNaN(strength)) return out;
    const upper = high.next(strength);
    const lower = low.next(strength);
    if (Number.isNaN(upper)) return out;
    out.k = k.next(placeOf(strength, lower, upper));
    if (!Number.isNaN(out.k)) out.d = d.next(out.k);
    return out;
  };
  const state = { rsi: index.state, high: high.state, low: low.state, k: k.state, d: d.state };
  return { next, state };
};
