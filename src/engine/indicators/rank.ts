import { deviation } from './deviation.ts';
import { resume, type Indicator } from './indicator.ts';
import { atMost, emptyWindow, slide, type SortedWindow } from './sorted-window.ts';

/** In percent: how many of the `period` values before were at or below the value. */
export const percentRank = (period: number, saved?: SortedWindow): Indicator<SortedWindow> => {
  const state = resume(saved, emptyWindow);
  const { sorted } = state;
  const next = (value: number): number => {
    const isFull = sorted.length === period;
    const rank = isFull ? (100 * atMost(sorted, value)) / period : Number.NaN;
    slide(state, period, value);
    return rank;
  };
  return { next, state };
};

/** The place of a value among the last `period`, itself included: 1 is the highest. Equal values share the better place. */
export const rank = (period: number, saved?: SortedWindow): Indicator<SortedWindow> => {
  const state = resume(saved, emptyWindow);
  const { sorted } = state;
  const next = (value: number): number => {
    slide(state, period, value);
    return sorted.length < period ? Number.NaN : period - atMost(sorted, value) + 1;
  };
  return { next, state };
};

/** The middle of the last `period` values; of an even number, the mean of the two in the middle. */
export const median = (period: number, saved?: SortedWindow): Indicator<SortedWindow> => {
  const state = resume(saved, emptyWindow);
  const { sorted } = state;
  const next = (value: number): number => {
    slide(state, period, value);
    if (sorted.length < period) return Number.NaN;
    const [below = 0, above = 0] = [sorted[(period - 1) >> 1], sorted[period >> 1]];
    return (below + above) / 2;
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
