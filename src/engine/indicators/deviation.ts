import { resume, type Indicator } from './indicator.ts';

type DeviationState = {
  ring: number[];
  at: number;
  seen: number;
  mean: number;
  squares: number;
};
type MeanAndDeviation = { mean: number; deviation: number };

/**
 * Mean and population standard deviation (divided by n, not n − 1) of the last `period` values. Updated by Welford's
 * method, which doesn't subtract large squares, and recomputed once per `period` values.
 */
export const deviation = (
  period: number,
  saved?: DeviationState,
): Indicator<DeviationState, number, Readonly<MeanAndDeviation>> => {
  const state = resume(saved, () => ({
    ring: Array<number>(period).fill(0),
    at: 0,
    seen: 0,
    mean: 0,
    squares: 0,
  }));
  const { ring } = state;
  const out: MeanAndDeviation = { mean: Number.NaN, deviation: Number.NaN };
  const anew = (): void => {
    let sum = 0;
    for (let index = 0; index < period; index += 1) sum += ring[index] ?? 0;
    const mean = sum / period;
    let squares = 0;
    for (let index = 0; index < period; index += 1) squares += ((ring[index] ?? 0) - mean) ** 2;
    state.mean = mean;
    state.squares = squares;
  };
  const next = (value: number): Readonly<MeanAndDeviation> => {
    const old = ring[state.at] ?? 0;
    ring[state.at] = value;
    state.at += 1;
    if (state.at === period) {
      state.at = 0;
      state.seen = period;
      anew();
    } else if (state.seen === period) {
      const before = state.mean;
      state.mean += (value - old) / period;
      state.squares += (value - old) * (value - state.mean + old - before);
    } else {
      return out;
    }
    out.mean = state.mean;
    out.deviation = state.squares > 0 ? Math.sqrt(state.squares / period) : 0;
    return out;
  };
  return { next, state };
};
