import { ema, type EmaState } from './ema.ts';
import type { Indicator } from './indicator.ts';

type MacdState = { fast: EmaState; slow: EmaState; signal: EmaState };
type Macd = { macd: number; signal: number; histogram: number };

/** EMA(fast) − EMA(slow); its signal line is an EMA of it, seeded with the mean of its first `signal` values. */
export const macd = (
  { fast = 12, slow = 26, signal = 9 }: { fast?: number; slow?: number; signal?: number } = {},
  saved?: MacdState,
): Indicator<MacdState, number, Readonly<Macd>> => {
  const near = ema(fast, saved?.fast);
  const far = ema(slow, saved?.slow);
  const line = ema(signal, saved?.signal);
  const out: Macd = { macd: Number.NaN, signal: Number.NaN, histogram: Number.NaN };
  const next = (value: number): Readonly<Macd> => {
    out.macd = near.next(value) - far.next(value);
    if (Number.isNaN(out.macd)) return out;
    out.signal = line.next(out.macd);
    out.histogram = out.macd - out.signal;
    return out;
  };
  return { next, state: { fast: near.state, slow: far.state, signal: line.state } };
};
