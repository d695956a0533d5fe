import { resume, type Indicator } from './indicator.ts';

type KamaState = {
  ring: number[];
  at: number;
  seen: number;
  way: number;
  last: number;
  value: number;
};

const FAST = 2 / 3;
const SLOW = 2 / 31;

/**
 * Kaufman's adaptive average: between EMA(2) and EMA(30), faster the more directly the last `period` values moved. It
 * starts from the value before its first.
 */
export const kama = (period: number, saved?: KamaState): Indicator<KamaState> => {
  const state = resume(saved, () => ({
    ring: Array<number>(period).fill(0),
    at: 0,
    seen: 0,
    way: 0,
    last: 0,
    value: 0,
  }));
  const { ring } = state;
  const wayOf = (newest: number): number => {
    let way = 0;
    let previous = ring[state.at] ?? 0;
    for (let step = 1; step < period; step += 1) {
      const value = ring[(state.at + step) % period] ?? 0;
      way += Math.abs(value - previous);
      previous = value;
    }
    return way + Math.abs(newest - previous);
  };
  const next = (value: number): number => {
    const oldest = ring[state.at] ?? 0;
    const isReady = state.seen >= period;
    if (isReady) {
      const second = ring[state.at + 1 === period ? 0 : state.at + 1] ?? 0;
      const leaves = period === 1 ? value : second;
      // Recomputed once per `period` values, so that rounding errors don't add up.
      const way = state.at === 0 ? wayOf(value) : state.way + Math.abs(value - state.last);
      const efficiency = way === 0 ? 1 : Math.min(1, Math.abs(value - oldest) / way);
      const weight = (efficiency * (FAST - SLOW) + SLOW) ** 2;
      if (state.seen === period) state.value = state.last;
      state.value += weight * (value - state.value);
      state.way = way - Math.abs(leaves - oldest);
    } else if (state.seen > 0) {
      state.way += Math.abs(value - state.last);
    }
    ring[state.at] = value;
    state.at = state.at + 1 === period ? 0 : state.at + 1;
    state.last = value;
    if (state.seen <= period) state.seen += 1;
    return isReady ? state.value : Number.NaN;
  };
  return { next, state };
};
