import { resume, type Indicator } from './indicator.ts';

export type RsiState = { seen: number; last: number; gain: number; loss: number };

/**
 * Wilder's relative strength index, 0 to 100: the first averages are the means of the first `period` changes (so the
 * first result comes with value `period` + 1), later ones are smoothed by 1 / period. 100 without losses, 50 if nothing
 * moved.
 */
export const rsi = (period: number, saved?: RsiState): Indicator<RsiState> => {
  const state = resume(saved, () => ({ seen: 0, last: 0, gain: 0, loss: 0 }));
  const next = (value: number): number => {
    const change = value - state.last;
    state.last = value;
    if (state.seen === 0) {
      state.seen = 1;
      return Number.NaN;
    }
    const gain = change > 0 ? change : 0;
    const loss = change < 0 ? -change : 0;
    if (state.seen > period) {
      state.gain = (state.gain * (period - 1) + gain) / period;
      state.loss = (state.loss * (period - 1) + loss) / period;
    } else {
      state.gain += gain;
      state.loss += loss;
      state.seen += 1;
      if (state.seen <= period) return Number.NaN;
      state.gain /= period;
      state.loss /= period;
    }
    if (state.loss === 0) return state.gain === 0 ? 50 : 100;
    return 100 - 100 / (1 + state.gain / state.loss);
  };
  return { next, state };
};
