import type { Condition } from '#src/shared/rules/ast.ts';
import { sourceKey } from '#src/shared/rules/elsewhere.ts';
import { printRule } from '#src/shared/rules/print.ts';
import type { Span } from '#src/shared/rules/spans.ts';
import { channelTest, comparison, joined, type Truth, truth } from './comparisons.ts';
import { detectorOf } from './event-detector.ts';
import type { Nodes, Step } from './graph-nodes.ts';
import type { operandCompiler } from './graph-operands.ts';
import type { Others } from './others.ts';

type CrossSeriesEvent = Extract<Condition, { happens: object }>;
const MINUTE = 60_000;

/** Compiles conditions over compiled operands. What remembers earlier bars is a node; the rest is asked when needed. */
export const conditionCompiler = (
  nodes: Nodes,
  { operand, moved }: ReturnType<typeof operandCompiler>,
  others?: Others,
): ((condition: Condition) => Truth) => {
  const { node, remember, saved, now, memory } = nodes;

  /** A plain state that is kept as indicators keep theirs. */
  const keep = <State>(key: string, make: (saved?: State) => State): State =>
    remember<State, number, number>(key, (state?: State) => ({ next: Number, state: make(state) })).state;
  const keepLast = (key: string) =>
    keep<{ last: number | null }>(key, (state) => ({ last: state?.last ?? null }));

  const within = (inner: Truth, over: Span, key: string): Step => {
    if (typeof over === 'object') {
      const state = keepLast(key);
      return ({ ts }) => {
        const at = inner();
        if (at === 1) state.last = ts;
        if (state.last !== null && ts - state.last < over.minutes * MINUTE) return 1;
        return Number.isNaN(at) ? at : 0;
      };
    }
    // -1: it was never true.
    const state = keep<{ since: number }>(key, (given) => ({ since: given?.since ?? -1 }));
    return () => {
      const at = inner();
      if (at === 1) state.since = 0;
      else if (state.since >= 0) state.since += 1;
      if (state.since >= 0 && state.since < over) return 1;
      return Number.isNaN(at) ? at : 0;
    };
  };

  /** An event of another series counts once: on the first bar that sees its bar. */
  const happens = (expression: CrossSeriesEvent, key: string): Step => {
    const other = others?.(sourceKey(expression));
    const holds = other?.figure({ condition: expression.happens });
    const state = keepLast(key);
    return (bar) => {
      const ts = other?.bars()[other.at(bar)]?.ts;
      if (!holds || ts === undefined) return Number.NaN;
      const isKnown = state.last !== null;
      const isNew = state.last !== ts;
      state.last = ts;
      return isKnown ? (isNew ? holds(bar) : 0) : Number.NaN;
    };
  };

  const event = (expression: Extract<Condition, { event: string }>, key: string): Step => {
    const { start } = detectorOf(expression);
    const held = { run: start(saved(key)), start };
    memory.runs.set(key, held);
    return (bar) => truth(held.run(bar) !== null);
  };

  const condition = (expression: Condition): Truth => {
    if ('test' in expression)
      return comparison(nodes, expression.test, operand(expression.left), operand(expression.right));
    if ('channel' in expression) {
      const { channel, value, low, high } = expression;
      return channelTest(nodes, channel, [operand(value), operand(low), operand(high)]);
    }
    if ('moves' in expression) {
      const { by } = expression;
      return comparison(nodes, '>=', moved(expression), () => by);
    }
    if ('not' in expression) {
      const inner = condition(expression.not);
      return () => 1 - inner();
    }
    if ('all' in expression) return joined(expression.all.map(condition), 0);
    if ('any' in expression) return joined(expression.any.map(condition), 1);
    const key = `is ${printRule(expression)}`;
    const value = node(key, () => {
      if ('within' in expression) return within(condition(expression.of), expression.within, key);
      return 'happens' in expression ? happens(expression, key) : event(expression, key);
    });
    return () => value(now);
  };
  return condition;
};
