import { resume, type Indicator } from './indicator.ts';

export type DelayState = { ring: number[]; at: number; seen: number };

/** The value of `bars` values ago (0 is the value itself). */
export const delay = (bars: number, saved?: DelayState): Indicator<DelayState> => {
  const state = resume(saved, () => ({ ring: Array<number>(bars + 1).fill(0), at: 0, seen: 0 }));
  const { ring } = state;
  const next = (value: number): number => {
    ring[state.at] = value;
    state.at = state.at === bars ? 0 : state.at + 1;
    if (state.seen < bars) {
      state.seen += 1;
      return Number.NaN;
    }
    return ring[state.at] ?? Number.NaN;
  };
  return { next, state };
};

/** The change against the value of `bars` values ago, in points: in the value's own unit. */
export const change = (bars: number, saved?: DelayState): Indicator<DelayState> => {
  const before = delay(bars, saved);
  return { next: (value) => value - before.next(value), state: before.state };
};

/** The change against the value of `bars` values ago, in percent. */
export const roc = (bars: number, saved?: DelayState): Indicator<DelayState> => {
  const before = delay(bars, saved);
  return { next: (value) => (value / before.next(value) - 1) * 100, state: before.state };
};
