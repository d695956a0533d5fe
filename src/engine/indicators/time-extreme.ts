import { resume, type Indicator } from './indicator.ts';

/** Candidates, oldest first; no later value beats them. `first` is the time of the very first value. */
type TimeExtremeState = { times: number[]; values: number[]; first: number | null };
type Timed = { ts: number; value: number };

/**
 * The extreme of the values of the last `ms` milliseconds, both ends included; NaN until there are values for the whole
 * time. The amortized cost per value is constant.
 */
const timeExtreme =
  (side: 1 | -1) =>
  (
    ms: number,
    saved?: TimeExtremeState,
  ): Indicator<TimeExtremeState, Timed> & { at: (ts: number) => number } => {
    const state = resume(saved, (): TimeExtremeState => ({ times: [], values: [], first: null }));
    const { times, values } = state;
    /** The extreme before `ts`, without a value at that time. */
    const at = (ts: number): number => {
      let old = 0;
      while (old < times.length && (times[old] ?? 0) < ts - ms) old += 1;
      if (old > 0) {
        times.splice(0, old);
        values.splice(0, old);
      }
      return state.first !== null && state.first <= ts - ms ? (values[0] ?? Number.NaN) : Number.NaN;
    };
    const next = ({ ts, value }: Timed): number => {
      while (values.length > 0 && side * (values.at(-1) ?? 0) <= side * value) {
        values.pop();
        times.pop();
      }
      values.push(value);
      times.push(ts);
      state.first ??= ts;
      return at(ts);
    };
    return { next, at, state };
  };

export const highestOfTime = timeExtreme(1);
export const lowestOfTime = timeExtreme(-1);
