import { resume, type Indicator } from './indicator.ts';

/** Candidates in a ring: no later value beats them. `head` is the oldest, and the extreme. */
export type ExtremeState = { values: number[]; times: number[]; head: number; size: number; seen: number };

const extreme =
  (side: 1 | -1) =>
  (period: number, saved?: ExtremeState): Indicator<ExtremeState> => {
    const state = resume(saved, () => ({
      values: Array<number>(period).fill(0),
      times: Array<number>(period).fill(0),
      head: 0,
      size: 0,
      seen: 0,
    }));
    const { values, times } = state;
    const next = (value: number): number => {
      const now = state.seen;
      state.seen += 1;
      if (state.size > 0 && now - (times[state.head] ?? 0) >= period) {
        state.head = state.head + 1 === period ? 0 : state.head + 1;
        state.size -= 1;
      }
      let end = state.head + state.size;
      if (end >= period) end -= period;
      while (state.size > 0) {
        const last = end === 0 ? period - 1 : end - 1;
        if (side * (values[last] ?? 0) > side * value) break;
        end = last;
        state.size -= 1;
      }
      values[end] = value;
      times[end] = now;
      state.size += 1;
      return state.seen < period ? Number.NaN : (values[state.head] ?? Number.NaN);
    };
    return { next, state };
  };

/** The highest of the last `period` values, at a constant cost per value however long the period. */
export const highest = extreme(1);

/** The lowest of the last `period` values. */
export const lowest = extreme(-1);
