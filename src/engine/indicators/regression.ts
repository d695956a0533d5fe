import { resume, type Indicator } from './indicator.ts';

type LinregState = { ring: number[]; at: number; seen: number; sum: number; weighted: number };

/**
 * The least-squares line through the last `period` values, read `offset` values before its end. Both sums are recomputed
 * once per `period` values, so that rounding errors don't add up.
 */
export const linreg = (period: number, offset: number, saved?: LinregState): Indicator<LinregState> => {
  const state = resume(saved, () => ({
    ring: Array<number>(period).fill(0),
    at: 0,
    seen: 0,
    sum: 0,
    weighted: 0,
  }));
  const { ring } = state;
  const middle = (period - 1) / 2;
  const spread = (period * (period * period - 1)) / 12;
  const next = (value: number): number => {
    const old = ring[state.at] ?? 0;
    ring[state.at] = value;
    state.at += 1;
    if (state.at === period) {
      state.at = 0;
      state.seen = period;
      state.sum = 0;
      state.weighted = 0;
      for (const [at, each] of ring.entries()) {
        state.sum += each;
        state.weighted += at * each;
      }
    } else if (state.seen === period) {
      state.weighted += (period - 1) * value - (state.sum - old);
      state.sum += value - old;
    } else return Number.NaN;
    const slope = (state.weighted - middle * state.sum) / spread;
    return state.sum / period + slope * (period - 1 - offset - middle);
  };
  return { next, state };
};

type Pair = { x: number; y: number };
type CorrelationState = {
  xs: number[];
  ys: number[];
  at: number;
  seen: number;
  meanX: number;
  meanY: number;
  xx: number;
  yy: number;
  xy: number;
};
/** Rounding leaves this much of a value that never changed. */
const NOTHING = 1e-24;

/** Pearson's correlation of the last `period` pairs; NaN where one of the two didn't change. */
export const correlation = (period: number, saved?: CorrelationState): Indicator<CorrelationState, Pair> => {
  const state = resume(saved, () => ({
    xs: Array<number>(period).fill(0),
    ys: Array<number>(period).fill(0),
    at: 0,
    seen: 0,
    meanX: 0,
    meanY: 0,
    xx: 0,
    yy: 0,
    xy: 0,
  }));
  const { xs, ys } = state;
  const anew = (): void => {
    const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / period;
    const [meanX, meanY] = [mean(xs), mean(ys)];
    let [xx, yy, xy] = [0, 0, 0];
    for (let at = 0; at < period; at += 1) {
      const [x, y] = [(xs[at] ?? 0) - meanX, (ys[at] ?? 0) - meanY];
      xx += x * x;
      yy += y * y;
      xy += x * y;
    }
    Object.assign(state, { meanX, meanY, xx, yy, xy });
  };
  const next = ({ x, y }: Pair): number => {
    const [oldX, oldY] = [xs[state.at] ?? 0, ys[state.at] ?? 0];
    xs[state.at] = x;
    ys[state.at] = y;
    state.at += 1;
    if (state.at === period) {
      state.at = 0;
      state.seen = period;
      anew();
    } else if (state.seen === period) {
      const [ax, ay] = [x - state.meanX, y - state.meanY];
      const [bx, by] = [oldX - state.meanX, oldY - state.meanY];
      const [dx, dy] = [x - oldX, y - oldY];
      state.xx += ax * ax - bx * bx - (dx * dx) / period;
      state.yy += ay * ay - by * by - (dy * dy) / period;
      state.xy += ax * ay - bx * by - (dx * dy) / period;
      state.meanX += dx / period;
      state.meanY += dy / period;
    } else return Number.NaN;
    const { xx, yy, xy, meanX, meanY } = state;
    if (xx <= NOTHING * period * meanX * meanX || yy <= NOTHING * period * meanY * meanY) return Number.NaN;
    return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
  };
  return { next, state };
};
