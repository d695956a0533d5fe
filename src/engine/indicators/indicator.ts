/**
 * An indicator that is fed one value (or bar) after the other, in order of time, at a cost that does not grow with its
 * period. `next` answers NaN until it has seen enough. `state` is all it remembers, live, as plain data that survives
 * JSON; a copy of it handed to the same factory goes on from there.
 */
export type Indicator<State, In = number> = { next: (input: In) => number; readonly state: State };

/** A copy of what was saved, or what a new run begins with. The saved state is never written to. */
export const resume = <State>(saved: State | undefined, initial: () => State): State =>
  saved === undefined ? initial() : structuredClone(saved);
