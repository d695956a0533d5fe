import type { Bar } from '#src/shared/market.ts';
import type { Indicator } from '#src/engine/indicators/indicator.ts';
import type { Value } from './comparisons.ts';
import type { Memory } from './graph-memory.ts';

/** Everything that a graph remembers, as plain data; an unknown value is null. */
export type GraphSnapshot = { begun: boolean; values: (number | null)[]; states: Record<string, unknown> };

/** What a node answers on a bar. */
export type Step = (bar: Bar) => number;

/** A node that remembers earlier bars can't begin in the middle. */
class BeginsTooLate extends Error {
  override readonly name = 'BeginsTooLate';
}

export type Nodes = ReturnType<typeof createNodes>;

/**
 * The nodes of a graph, each computed once per bar. What has the same key is one node. Nodes are added before the first
 * bar; their figures on the last bar and on the one before are `now` and `before`.
 */
export const createNodes = (snapshot?: GraphSnapshot) => {
  const nodes = new Map<string, Value>();
  const steps: Step[] = [];
  const before: number[] = [];
  const memory: Memory = {
    states: {},
    runs: new Map(),
    now: [],
    places: new Map(),
    bars: snapshot?.begun ? 1 : 0,
  };
  const { states, runs, now, places } = memory;
  let isRunning = false;

  return {
    memory,
    now,
    before,
    /** What a node of that key remembered when the snapshot was taken. */
    saved: (key: string): never => snapshot?.states[key] as never,
    node: (key: string, make: () => Step): Value => {
      const known = nodes.get(key);
      if (known) return known;
      if (isRunning) throw new BeginsTooLate(`${key} has not seen the bars before.`);
      const step = make();
      const index = steps.length;
      steps.push(step);
      places.set(key, index);
      now.push(snapshot?.values[index] ?? Number.NaN);
      before.push(Number.NaN);
      const value: Value = (figures) => figures[index] ?? Number.NaN;
      nodes.set(key, value);
      return value;
    },
    /** Makes an indicator whose state is part of the snapshot. */
    remember: <State, In, Out>(
      key: string,
      make: (saved?: never) => Indicator<State, In, Out>,
    ): Indicator<State, In, Out> => {
      const made = make(snapshot?.states[key] as never);
      states[key] = made.state;
      return made;
    },
    /** Compiles more. @returns null where that would need a node that has not seen the bars before */
    more: <T>(compile: () => T): T | null => {
      try {
        return compile();
      } catch (error) {
        if (error instanceof BeginsTooLate) return null;
        throw error;
      }
    },
    /** Feeds a closed bar, right after the one before. */
    next: (bar: Bar): void => {
      isRunning = true;
      memory.bars += 1;
      for (let index = 0; index < steps.length; index += 1) {
        before[index] = now[index] ?? Number.NaN;
        now[index] = steps[index]?.(bar) ?? Number.NaN;
      }
    },
    snapshot: (): GraphSnapshot => ({
      begun: memory.bars > 0,
      values: now.map((each) => (Number.isFinite(each) ? each : null)),
      states: {
        ...structuredClone(states),
        ...Object.fromEntries([...runs].map(([key, { run }]) => [key, run.snapshot()])),
      },
    }),
  };
};
