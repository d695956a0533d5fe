import type { ObvState } from '#src/engine/indicators/flow.ts';
import { conditionCompiler } from './graph-conditions.ts';
import { goingOnFrom } from './graph-memory.ts';
import { createNodes, type GraphSnapshot } from './graph-nodes.ts';
import { operandCompiler } from './graph-operands.ts';
import { type DayOf, type Others, utcDay } from './others.ts';

const OBV_STATE = 'indicator obv() of bars';
/** A graph that has seen no bar, whose on-balance volume goes on from `obv`. */
export const begunAt = (obv: number): GraphSnapshot => ({
  begun: false,
  values: [],
  states: { [OBV_STATE]: { last: 0, total: obv } satisfies ObvState },
});

/**
 * Operands and conditions over one series. What is of the bar or remembers earlier ones is a node, computed once per
 * bar however many rules ask for it: what is written alike is one node, and lines of one indicator share its state.
 * All else (arithmetic, comparisons, what joins them) costs nothing until it is asked for, and follows from the nodes'
 * figures on the last bar and on the one before. Without `others`, what is of another symbol or timeframe is not known.
 * `dayOf` says when the trading days of the series begin.
 */
export const createGraph = (snapshot?: GraphSnapshot, others?: Others, dayOf: DayOf = utcDay) => {
  const nodes = createNodes(snapshot);
  const operands = operandCompiler(nodes, dayOf, others, (condition) => compiled(condition));
  const compiled = conditionCompiler(nodes, operands, others);
  const { memory, now, before, more, next } = nodes;
  return {
    ...operands,
    condition: compiled,
    now,
    before,
    memory,
    more,
    next,
    snapshot: nodes.snapshot,
    /** Goes on from another graph, which computes all that this one does. */
    goOnFrom: goingOnFrom(memory),
    /** What on-balance volume has counted to; null where nobody asks for it. */
    obv: (): number | null => (memory.states[OBV_STATE] as ObvState | undefined)?.total ?? null,
  };
};
