import { resume, type Indicator } from './indicator.ts';

export type SmaState = { ring: number[]; at: number; seen: number; sum: number };

/**
 * Mean of the last `period` values. The running sum is recomputed once per `period` values: still a constant cost per
 * value, and rounding errors don't add up (below 1e-13 of the mean).
 */
export const sma = (period: number, saved?: SmaState): Indicator<SmaState> => {
  const state = resume(saved, () => ({ ring: Array<number>(period).fill(0), at: 0, seen: 0, sum: 0 }));
  const { ring } = state;
  const next = (value: number): number => {
    state.sum += value - (ring[state.at] ?? 0);
    ring[state.at] = value;
    state.at += 1;
    if (state.at === period) {
      state.at = 0;
      let sum = 0;
      for (let index = 0; index < period; index += 1) sum += ring[index] ?? 0;
      state.sum = sum;
    }
    if (state.seen < period) {
      state.seen += 1;
      if (state.seen < period) return Number.NaN;
    }
    return state.sum / period;
  };
  return { next, state };
};
