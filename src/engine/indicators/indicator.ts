import type { Bar } from '#src/shared/market.ts';

/**
 * An indicator that is fed one value (or bar) after the other, in order of time, at a cost that does not grow with its
 * period. `next` answers NaN until it has seen enough; one with several values answers with one object that the next
 * call writes anew. `state` is all it remembers, live, as plain data that survives JSON; a copy of it handed to the same
 * factory goes on from there.
 */
export type Indicator<State, In = number, Out = number> = {
  next: (input: In) => Out;
  readonly state: State;
};

/** What the indicators read of a bar. A missing volume counts as none traded. */
export type Prices = Pick<Bar, 'open' | 'high' | 'low' | 'close' | 'volume'>;

/** A copy of what was saved, or what a new run begins with. The saved state is never written to. */
export const resume = <State>(saved: State | undefined, initial: () => State): State =>
  saved === undefined ? initial() : structuredClone(saved);

/** The mean of high, low and close. */
export const typicalPrice = ({ high, low, close }: Prices): number => (high + low + close) / 3;
