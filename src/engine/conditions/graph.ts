import type { Bar } from '#src/shared/market.ts';
import type { Condition, Operand } from '#src/shared/rules/ast.ts';
import { sourceKey } from '#src/shared/rules/elsewhere.ts';
import { printOperand, printRule } from '#src/shared/rules/print.ts';
import { type Span, spanText } from '#src/shared/rules/spans.ts';
import { delay } from '../indicators/delay.ts';
import { highest, lowest } from '../indicators/extreme.ts';
import type { ObvState } from '../indicators/flow.ts';
import { highestOfTime, lowestOfTime } from '../indicators/time-extreme.ts';
import type { Indicator, Prices } from '../indicators/indicator.ts';
import { compare, truth } from './compare.ts';
import { detectorOf } from './event-detector.ts';
import { goingOnFrom, type Memory } from './graph-memory.ts';
import { OF_BARS, OF_VALUES, type Source } from './indicators.ts';
import type { Others } from './other-series.ts';

/** Everything that a graph remembers, as plain data; an unknown value is null. */
export type GraphSnapshot = { begun: boolean; values: (number | null)[]; states: Record<string, unknown> };

type Step = (bar: Bar) => number;
/** The value of an operand on the bar whose figures are given: `now` or `before` of its graph. */
export type Value = (figures: readonly number[]) => number;
/** Whether a condition holds on the last bar: 1, 0, or NaN where it is not known. */
export type Truth = () => number;

/** What remembers earlier bars cannot begin in the middle. */
class BeginsTooLate extends Error {
  override readonly name = 'BeginsTooLate';
}

const OBV_STATE = 'indicator obv() of bars';
/** A graph that has seen no bar, whose on-balance volume goes on from `obv`. */
export const begunAt = (obv: number): GraphSnapshot => ({
  begun: false,
  values: [],
  states: { [OBV_STATE]: { last: 0, total: obv } satisfies ObvState },
});

type Moves = Extract<Condition, { moves: string }>;
type Elsewhere = Extract<Condition, { happens: object }>;
const MINUTE = 60_000;
const CLOSE: Operand = { price: 'close' };

/**
 * Operands and conditions over one series. What is of the bar or remembers earlier ones is a node, computed once per
 * bar however many rules ask for it: what is written alike is one node, and lines of one indicator share its state.
 * All else (arithmetic, comparisons, what joins them) costs nothing until it is asked for, and follows from the nodes'
 * figures on the last bar and on the one before: `now` and `before`. Nodes are added before the first bar. What is of
 * another symbol or timeframe is looked up there: without `others` it is not known.
 */
export const createGraph = (snapshot?: GraphSnapshot, others?: Others) => {
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

  const node = (key: string, make: () => Step): Value => {
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
  };
  const remember = <State, In, Out>(
    key: string,
    make: (saved?: never) => Indicator<State, In, Out>,
  ): Indicator<State, In, Out> => {
    const made = make(snapshot?.states[key] as never);
    states[key] = made.state;
    return made;
  };

  /** What an indicator answers on this bar, computed by the first line that needs it; null where it was not fed. */
  const results = new Map<string, { result: unknown }>();
  const shared = <In>(
    source: Source<In>,
    args: readonly number[],
    of: string,
    input: (bar: Bar) => In | null,
  ): { key: string; held: { result: unknown } } => {
    const key = `${source.state}(${args.slice(0, source.figures).join(', ')}) of ${of}`;
    const held = results.get(key) ?? { result: null };
    if (!results.has(key)) {
      results.set(key, held);
      const indicator = remember(`indicator ${key}`, (saved) => source.make(args, saved));
      node(`indicator ${key}`, () => (bar) => {
        const given = input(bar);
        held.result = given === null ? null : indicator.next(given);
        return 0;
      });
    }
    return { key, held };
  };
  const line = <In>(source: Source<In>, args: readonly number[], held: { result: unknown }): Step => {
    const { pick } = source;
    return () => (held.result === null ? Number.NaN : pick(held.result as never, args));
  };

  const call = (name: string, of: Operand, args: readonly number[]): Step => {
    const ofBars = OF_BARS[name];
    if (ofBars) return line(ofBars, args, shared<Prices>(ofBars, args, 'bars', (bar) => bar).held);
    const ofValues = OF_VALUES[name];
    if (!ofValues) throw new Error(`There is no function ${name}.`);
    const value = operand(of);
    // What is not known is not fed: an average of it would never be known again.
    const input = (): number | null => {
      const given = value(now);
      return Number.isFinite(given) ? given : null;
    };
    return line(ofValues, args, shared<number>(ofValues, args, printOperand(of), input).held);
  };

  const back = (inner: Operand, ago: number, key: string): Step => {
    const value = operand(inner);
    const { next } = remember(`back ${key}`, (saved) => delay(ago, saved));
    return () => {
      const given = value(now);
      return Number.isFinite(given) ? next(given) : Number.NaN;
    };
  };

  const operand = (expression: Operand): Value => {
    if ('number' in expression) return () => expression.number;
    if ('negate' in expression) {
      const inner = operand(expression.negate);
      return (figures) => -inner(figures);
    }
    if ('op' in expression) {
      const left = operand(expression.left);
      const right = operand(expression.right);
      switch (expression.op) {
        case '+':
          return (figures) => left(figures) + right(figures);
        case '-':
          return (figures) => left(figures) - right(figures);
        case '*':
          return (figures) => left(figures) * right(figures);
        case '/':
          return (figures) => left(figures) / right(figures);
      }
    }
    const key = printOperand(expression);
    return node(key, () => {
      if ('price' in expression) {
        const { price, back: ago } = expression;
        if (ago !== undefined) return back({ price }, ago, key);
        return (bar) => bar[price] ?? Number.NaN;
      }
      if ('value' in expression)
        return others?.(sourceKey(expression))?.figure({ operand: expression.value }) ?? (() => Number.NaN);
      if ('extreme' in expression) {
        const { extreme: side, minutes } = expression;
        const of = side === 'high' ? highestOfTime : lowestOfTime;
        const extreme = of(minutes * MINUTE, snapshot?.states[key] as never);
        states[key] = extreme.state;
        // Of the bars before alone: this one is compared with them.
        return (bar) => {
          const level = extreme.at(bar.ts);
          extreme.next({ ts: bar.ts, value: bar[side] });
          return level;
        };
      }
      const { call: name, of = CLOSE, args, back: ago } = expression;
      if (ago === undefined) return call(name, of, args);
      return back({ call: name, ...(expression.of && { of }), args }, ago, key);
    });
  };

  const test = (kind: string, left: Value, right: Value): Truth => {
    const side = (figures: readonly number[]): number => compare(left(figures), right(figures));
    const known = (step: (side: number) => boolean): Truth => {
      return () => {
        const at = side(now);
        return Number.isNaN(at) ? at : truth(step(at));
      };
    };
    const crossing = (step: (from: number, to: number) => boolean): Truth => {
      return () => {
        const [from, to] = [memory.bars > 1 ? side(before) : Number.NaN, side(now)];
        return Number.isNaN(from) || Number.isNaN(to) ? Number.NaN : truth(step(from, to));
      };
    };
    switch (kind) {
      case '>':
        return known((at) => at > 0);
      case '>=':
        return known((at) => at >= 0);
      case '<':
        return known((at) => at < 0);
      case '<=':
        return known((at) => at <= 0);
      case '=':
        return known((at) => at === 0);
      case 'crosses above':
        return crossing((from, to) => from <= 0 && to > 0);
      case 'crosses below':
        return crossing((from, to) => from >= 0 && to < 0);
      default:
        return crossing((from, to) => (from <= 0 && to > 0) || (from >= 0 && to < 0));
    }
  };

  const channel = (kind: string, value: Value, low: Value, high: Value): Truth => {
    const inside = (figures: readonly number[]): number => {
      if (figures === before && memory.bars < 2) return Number.NaN;
      const at = value(figures);
      const above = compare(at, low(figures));
      const below = compare(at, high(figures));
      return Number.isNaN(above) || Number.isNaN(below) ? Number.NaN : truth(above >= 0 && below <= 0);
    };
    switch (kind) {
      case 'is inside':
        return () => inside(now);
      case 'is outside':
        return () => 1 - inside(now);
      case 'enters':
        return () => (1 - inside(before)) * inside(now);
      default:
        return () => inside(before) * (1 - inside(now));
    }
  };

  /** The extreme of the values of a span, the last among them. */
  const extremeOf = (
    side: 'high' | 'low',
    over: Span,
    key: string,
  ): ((ts: number, value: number) => number) => {
    if (typeof over === 'object') {
      const ofTime = side === 'high' ? highestOfTime : lowestOfTime;
      const { next } = remember(key, (saved) => ofTime(over.minutes * MINUTE, saved));
      return (ts, given) => next({ ts, value: given });
    }
    const { next } = remember(key, (saved) => (side === 'high' ? highest : lowest)(over + 1, saved));
    return (_ts, given) => next(given);
  };

  /** How far a value has moved from the extreme of the bars before; shared by whatever it is compared with. */
  const moved = ({ moves: direction, value: of, percent, bars: over }: Moves): Value => {
    const key = `moved ${direction} ${printOperand(of)} in ${spanText(over)}${percent ? ', percent' : ''}`;
    return node(key, () => {
      const value = operand(of);
      const from = extremeOf(direction === 'up' ? 'low' : 'high', over, key);
      return (bar) => {
        const given = value(now);
        if (!Number.isFinite(given)) return Number.NaN;
        const start = from(bar.ts, given);
        const change = direction === 'up' ? given - start : start - given;
        return percent ? (change / Math.abs(start)) * 100 : change;
      };
    });
  };

  const within = (inner: Truth, over: Span, key: string): Step => {
    if (typeof over === 'object') {
      const { state } = remember<{ last: number | null }, number, number>(
        key,
        (saved?: { last: number | null }) => ({ next: Number, state: { last: saved?.last ?? null } }),
      );
      return ({ ts }) => {
        const at = inner();
        if (at === 1) state.last = ts;
        if (state.last !== null && ts - state.last < over.minutes * MINUTE) return 1;
        return Number.isNaN(at) ? at : 0;
      };
    }
    // A state of its own shape, kept as indicators keep theirs. -1: it was never true.
    const { state } = remember<{ since: number }, number, number>(key, (saved?: { since: number }) => ({
      next: Number,
      state: { since: saved?.since ?? -1 },
    }));
    return () => {
      const at = inner();
      if (at === 1) state.since = 0;
      else if (state.since >= 0) state.since += 1;
      if (state.since >= 0 && state.since < over) return 1;
      return Number.isNaN(at) ? at : 0;
    };
  };

  /** An event from elsewhere counts once: on the first bar that sees its bar. */
  const happens = (expression: Elsewhere, key: string): Step => {
    const other = others?.(sourceKey(expression));
    const holds = other?.figure({ condition: expression.happens });
    const { state } = remember<{ last: number | null }, number, number>(
      key,
      (saved?: { last: number | null }) => ({ next: Number, state: { last: saved?.last ?? null } }),
    );
    return (bar) => {
      const ts = other?.bars()[other.at(bar)]?.ts;
      if (!holds || ts === undefined) return Number.NaN;
      const isKnown = state.last !== null;
      const isNew = state.last !== ts;
      state.last = ts;
      return isKnown ? (isNew ? holds(bar) : 0) : Number.NaN;
    };
  };

  /** Joined conditions: decided by the first that is `deciding`, else not known if any is not. */
  const joined = (items: readonly Truth[], deciding: 0 | 1): Truth => {
    return () => {
      let result = 1 - deciding;
      for (const item of items) {
        const at = item();
        if (at === deciding) return deciding;
        if (at !== 1 - deciding) result = Number.NaN;
      }
      return result;
    };
  };

  const condition = (expression: Condition): Truth => {
    if ('test' in expression)
      return test(expression.test, operand(expression.left), operand(expression.right));
    if ('channel' in expression) {
      const { channel: kind, value, low, high } = expression;
      return channel(kind, operand(value), operand(low), operand(high));
    }
    if ('moves' in expression) {
      const { by } = expression;
      return test('>=', moved(expression), () => by);
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
      if ('happens' in expression) return happens(expression, key);
      const { start } = detectorOf(expression);
      const held = { run: start(snapshot?.states[key]), start };
      runs.set(key, held);
      return (bar) => truth(held.run(bar) !== null);
    });
    return () => value(now);
  };

  return {
    operand,
    moved,
    condition,
    now,
    before,
    memory,
    /** Goes on from another graph, which computes all that this one does. */
    goOnFrom: goingOnFrom(memory),
    /** What on-balance volume has counted to; null where nobody asks for it. */
    obv: (): number | null => (states[OBV_STATE] as ObvState | undefined)?.total ?? null,
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
