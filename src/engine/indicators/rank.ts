import { deviation } from './deviation.ts';
import { resume, type Indicator } from './indicator.ts';

type RankState = { ring: number[]; sorted: number[]; at: number };

/** How many of the values are at most `value`. */
const atMost = (sorted: readonly number[], value: number): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** In percent: how many of the `period` values before were at or below the value. */
export const percentRank = (period: number, saved?: RankState): Indicator<RankState> => {
  const state = resume<RankState>(saved, () => ({ ring: [], sorted: [], at: 0 }));
  const { ring, sorted } = state;
  const next = (value: number): number => {
    const isFull = sorted.length === period;
    const rank = isFull ? (100 * atMost(sorted, value)) / period : Number.NaN;
    if (isFull) sorted.splice(atMost(sorted, ring[state.at] ?? 0) - 1, 1);
    sorted.splice(atMost(sorted, value), 0, value);
    ring[state.at] = value;
    state.at = state.at + 1 === period ? 0 : state.at + 1;
    return rank;
  };
  return { next, state };
};

/** How many population deviations a value is above the mean of the last `period`; NaN where nothing changed. */
export const zScore = (
  period: number,
  saved?: ReturnType<typeof deviation>['state'],
): Indicator<ReturnType<typeof deviation>['state']> => {
  const spread = deviation(period, saved);
  const next = (value: number): number => {
    const { mean, deviation: width } = spread.next(value);
    return width === 0 ? Number.NaN : (value - mean) / width;
  };
  return { next, state: spread.state };
};
