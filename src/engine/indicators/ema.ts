import { resume, type Indicator } from './indicator.ts';

export type EmaState = { seen: number; value: number };

/** Smooths by `weight` from the mean of the first `period` values on. */
const smoothing = (period: number, weight: number, saved?: EmaState): Indicator<EmaState> => {
  const state = resume(saved, () => ({ seen: 0, value: 0 }));
  const next = (value: number): number => {
    if (state.seen === period) return (state.value += weight * (value - state.value));
    state.value += value;
    state.seen += 1;
    if (state.seen < period) return Number.NaN;
    return (state.value /= period);
  };
  return { next, state };
};

/** Exponential average, weight 2 / (period + 1), seeded with the mean of its first `period` values. */
export const ema = (period: number, saved?: EmaState): Indicator<EmaState> =>
  smoothing(period, 2 / (period + 1), saved);

/** Wilder's average, weight 1 / period, seeded with the mean of its first `period` values. */
export const wilder = (period: number, saved?: EmaState): Indicator<EmaState> =>
  smoothing(period, 1 / period, saved);
