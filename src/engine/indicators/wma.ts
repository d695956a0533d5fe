import { resume, type Indicator } from './indicator.ts';

type WmaState = { ring: number[]; at: number; seen: number; sum: number; weighted: number };

/** Linearly weighted mean of the last `period` values: the latest weighs `period`, the oldest 1. */
export const wma = (period: number, saved?: WmaState): Indicator<WmaState> => {
  const state = resume(saved, () => ({
    ring: Array<number>(period).fill(0),
    at: 0,
    seen: 0,
    sum: 0,
    weighted: 0,
  }));
  const { ring } = state;
  const divisor = (period * (period + 1)) / 2;
  const next = (value: number): number => {
    state.weighted += period * value - state.sum;
    state.sum += value - (ring[state.at] ?? 0);
    ring[state.at] = value;
    state.at += 1;
    if (state.at === period) {
      // Recomputed once per `period` values, so that rounding errors don't add up.
      state.at = 0;
      state.sum = 0;
      state.weighted = 0;
      for (let index = 0; index < period; index += 1) {
        state.sum += ring[index] ?? 0;
        state.weighted += (index + 1) * (ring[index] ?? 0);
      }
    }
    if (state.seen < period) {
      state.seen += 1;
      if (state.seen < period) return Number.NaN;
    }
    return state.weighted / divisor;
  };
  return { next, state };
};

type HmaState = { half: WmaState; whole: WmaState; last: WmaState };

/** Hull's average: a weighted mean over √period of 2 × WMA(period / 2) − WMA(period). */
export const hma = (period: number, saved?: HmaState): Indicator<HmaState> => {
  const half = wma(Math.max(1, Math.floor(period / 2)), saved?.half);
  const whole = wma(period, saved?.whole);
  const last = wma(Math.max(1, Math.floor(Math.sqrt(period))), saved?.last);
  const next = (value: number): number => {
    const near = half.next(value);
    const far = whole.next(value);
    return Number.isNaN(far) ? far : last.next(2 * near - far);
  };
  return { next, state: { half: half.state, whole: whole.state, last: last.state } };
};
