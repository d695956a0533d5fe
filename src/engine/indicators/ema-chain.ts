import { ema, type EmaState } from './ema.ts';
import type { Indicator } from './indicator.ts';

type ChainState = { first: EmaState; second: EmaState; third: EmaState };

/** Exponential averages of exponential averages; each starts with the first value of the one before. */
const chain = (
  period: number,
  mix: (first: number, second: number, third: number) => number,
  saved?: ChainState,
): Indicator<ChainState> => {
  const first = ema(period, saved?.first);
  const second = ema(period, saved?.second);
  const third = ema(period, saved?.third);
  const next = (value: number): number => {
    const one = first.next(value);
    if (Number.isNaN(one)) return one;
    const two = second.next(one);
    const three = Number.isNaN(two) ? two : third.next(two);
    return mix(one, two, three);
  };
  return { next, state: { first: first.state, second: second.state, third: third.state } };
};

/** Double exponential average: 2 × EMA − EMA of EMA. */
export const dema = (period: number, saved?: ChainState): Indicator<ChainState> =>
  chain(period, (one, two) => 2 * one - two, saved);

/** Triple exponential average: 3 × EMA − 3 × EMA of EMA + EMA of EMA of EMA. */
export const tema = (period: number, saved?: ChainState): Indicator<ChainState> =>
  chain(period, (one, two, three) => 3 * one - 3 * two + three, saved);

type TrixState = { chain: ChainState; last: number };

/** The change of a triple-smoothed average from value to value, in percent. */
export const trix = (period: number, saved?: TrixState): Indicator<TrixState> => {
  const triple = chain(period, (_one, _two, three) => three, saved?.chain);
  const state: TrixState = { chain: triple.state, last: saved?.last ?? 0 };
  const next = (value: number): number => {
    const now = triple.next(value);
    if (Number.isNaN(now)) return now;
    const { last } = state;
    state.last = now;
    return last === 0 ? Number.NaN : (now / last - 1) * 100;
  };
  return { next, state };
};
