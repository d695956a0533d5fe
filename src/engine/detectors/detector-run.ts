import type { Bar, DetectorRun, Detection } from '#src/shared/market.ts';

/** Makes a run of a feed and the state that it writes to; the state is plain data. */
export const runOf = (state: unknown, feed: (bar: Bar) => Detection | null): DetectorRun =>
  Object.assign(feed, { snapshot: () => structuredClone(state) });

/** The state of a snapshot that the same detector made, or what a new run begins with. */
export const stateOf = <State>(snapshot: unknown, initial: () => State): State =>
  snapshot === undefined ? initial() : (structuredClone(snapshot) as State);

/** For detectors that remember nothing but the bar before: its snapshot is that bar. */
export const sinceLastBar =
  <P>(watch: (params: P) => (bar: Bar) => Detection | null) =>
  (params: P, snapshot?: unknown): DetectorRun => {
    const feed = watch(params);
    const state = stateOf<{ last: Bar | null }>(snapshot, () => ({ last: null }));
    if (state.last) feed(state.last);
    return runOf(state, (bar) => {
      state.last = bar;
      return feed(bar);
    });
  };
