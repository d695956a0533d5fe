import type { DetectorRun } from '#src/shared/market.ts';

/** All that a graph remembers from bar to bar. States are plain data, each by the key of what computes it. */
export type Memory = {
  states: Record<string, unknown>;
  /** The detectors among its nodes, and how one begins with what such a one remembered. */
  runs: Map<string, { run: DetectorRun; start: (snapshot: unknown) => DetectorRun }>;
  now: number[];
  /** Where in `now` the figure of each node is. */
  places: Map<string, number>;
  bars: number;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Makes `target` say what `source` says, both of one shape. Objects and lists in it stay the same ones: whatever
 * computes with them has them in its hands.
 */
const copyInto = (target: Record<string, unknown>, source: Record<string, unknown>): void => {
  for (const key of Object.keys(source)) {
    const [own, given] = [target[key], source[key]];
    if (Array.isArray(given) && Array.isArray(own)) {
      own.length = given.length;
      for (let at = 0; at < given.length; at += 1) own[at] = given[at];
    } else if (isRecord(given) && isRecord(own)) copyInto(own, given);
    else target[key] = structuredClone(given);
  }
};

/**
 * Makes one graph go on from what another remembers, of which it computes a part; the other is only read.
 * @returns does so, as often as it is called
 */
export const goingOnFrom = (own: Memory): ((from: Memory) => void) => {
  /** What the other's detectors remembered after so many bars. */
  let last: { of: Memory; bars: number; snapshots: ReadonlyMap<string, unknown> } | null = null;
  return (from) => {
    if (last?.of !== from || last.bars !== from.bars) {
      const snapshots = [...own.runs.keys()].map((key) => [key, from.runs.get(key)?.run.snapshot()] as const);
      last = { of: from, bars: from.bars, snapshots: new Map(snapshots) };
    }
    for (const [key, state] of Object.entries(own.states)) {
      const given = from.states[key];
      if (isRecord(state) && isRecord(given)) copyInto(state, given);
    }
    for (const [key, held] of own.runs) held.run = held.start(last.snapshots.get(key));
    for (const [key, at] of own.places) own.now[at] = from.now[from.places.get(key) ?? -1] ?? Number.NaN;
    own.bars = from.bars;
  };
};
