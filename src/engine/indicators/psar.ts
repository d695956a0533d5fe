import { resume, type Indicator, type Prices } from './indicator.ts';

type PsarState = {
  seen: number;
  /** 1: the price rises and the stop is under it. */
  way: number;
  value: number;
  extreme: number;
  speed: number;
  highs: [number, number];
  lows: [number, number];
  close: number;
};
type Steps = { start: number; step: number; most: number };

/**
 * Wilder's parabolic stop and reverse, as charts draw it. The first trend is that of the second close, and the stop is
 * never within the range of the two bars before.
 */
export const psar = ({ start, step, most }: Steps, saved?: PsarState): Indicator<PsarState, Prices> => {
  const state = resume<PsarState>(saved, () => ({
    seen: 0,
    way: 0,
    value: 0,
    extreme: 0,
    speed: 0,
    highs: [0, 0],
    lows: [0, 0],
    close: 0,
  }));
  const turn = (way: number, value: number, extreme: number): void => {
    Object.assign(state, { way, value, extreme, speed: start });
  };
  /** Moves the stop on, and turns the trend where the price has come through it. @returns whether the trend is new */
  const follow = ({ high, low }: Prices): boolean => {
    state.value += state.speed * (state.extreme - state.value);
    if (state.way > 0 ? state.value > low : state.value < high) {
      if (state.way > 0) turn(-1, Math.max(high, state.extreme), low);
      else turn(1, Math.min(low, state.extreme), high);
      return true;
    }
    return false;
  };
  const next = (bar: Prices): number => {
    const { high, low, close } = bar;
    const { highs, lows } = state;
    const isFirst = state.seen === 1;
    if (isFirst) {
      if (close > state.close) turn(1, lows[0], high);
      else turn(-1, highs[0], low);
    }
    if (state.seen > 0) {
      const isNew = follow(bar) || isFirst;
      const further = state.way > 0 ? high > state.extreme : low < state.extreme;
      if (!isNew && further) {
        state.extreme = state.way > 0 ? high : low;
        state.speed = Math.min(state.speed + step, most);
      }
      const before = state.seen > 1 ? 2 : 1;
      if (state.way > 0) state.value = Math.min(state.value, ...lows.slice(0, before));
      else state.value = Math.max(state.value, ...highs.slice(0, before));
    }
    state.highs = [high, highs[0]];
    state.lows = [low, lows[0]];
    state.close = close;
    if (state.seen < 2) state.seen += 1;
    return state.way === 0 ? Number.NaN : state.value;
  };
  return { next, state };
};
