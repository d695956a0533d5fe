import type { Bar } from '#src/shared/market.ts';

/**
 * An indicator that takes one value (or bar) after the other, oldest first, at a cost independent of its period. `next`
 * returns NaN until there are enough values; an indicator with several values returns one object, which the next call
 * overwrites. `state` is everything it remembers, live, as plain JSON data; a factory given a copy continues from there.
 */
export type Indicator<State, In = number, Out = number> = {
  next: (input: In) => Out;
  readonly state: State;
};

/** What indicators read from a bar. A missing volume counts as 0. */
export type Prices = Pick<Bar, 'open' | 'high' | 'low' | 'close' | 'volume'>;

/**
 * With when a bar began (ms, UTC) and the day that it belongs to, for what begins anew with every day; any number that
 * differs from day to day.
 */
export type PricesOfDay = Prices & { day: number; ts: number };

/** A copy of the saved state, or a new one. The saved state is never modified. */
export const resume = <State>(saved: State | undefined, initial: () => State): State =>
  saved === undefined ? initial() : structuredClone(saved);

/** The mean of high, low and close. */
export const typicalPrice = ({ high, low, close }: Prices): number => (high + low + close) / 3;
