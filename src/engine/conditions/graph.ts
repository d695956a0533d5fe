import type { Bar, DetectorRun } from '#src/shared/market.ts';
import type { Condition, Operand } from '#src/shared/rules/ast.ts';
import { printOperand, printRule } from '#src/shared/rules/print.ts';
import { delay } from '../indicators/delay.ts';
import { highest, lowest } from '../indicators/extreme.ts';
import type { Indicator, Prices } from '../indicators/indicator.ts';
import { compare, truth } from './compare.ts';
import { detectorOf } from './event-detector.ts';
import { OF_BARS, OF_VALUES, type Source } from './indicators.ts';

/** Everything that a graph remembers, as plain data; an unknown value is null. */
export type GraphSnapshot = { values: (number | null)[]; states: Record<string, unknown> };

type Step = (bar: Bar) => number;
const CLOSE: Operand = { price: 'close' };

/**
 * Operands and conditions over one series, each computed once per bar however many rules ask for it: what is written
 * alike is one node, and lines of one indicator share its state. `now` and `before` hold the value of every node on the
 * last bar and on the one before it. Nodes are added before the first bar.
 */
export const createGraph = (snapshot?: GraphSnapshot) => {
  const nodes = new Map<string, number>();
  const steps: Step[] = [];
  const now: number[] = [];
  const before: number[] = [];
  const states: Record<string, unknown> = {};
  const runs = new Map<string, DetectorRun>();

  const node = (key: string, make: () => Step): number => {
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const step = make();
    const index = steps.length;
    steps.push(step);
    now.push(snapshot?.values[index] ?? Number.NaN);
    before.push(Number.NaN);
    nodes.set(key, index);
    return index;
  };
  const remember = <State, In, Out>(
    key: string,
    make: (saved?: never) => Indicator<State, In, Out>,
  ): Indicator<State, In, Out> => {
    const made = make(snapshot?.states[key] as never);
    states[key] = made.state;
    return made;
  };
  const value = (index: number): number => now[index] ?? Number.NaN;

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
    const index = operand(of);
    // What is not known is not fed: an average of it would never be known again.
    const input = (): number | null => (Number.isFinite(value(index)) ? value(index) : null);
    return line(ofValues, args, shared<number>(ofValues, args, printOperand(of), input).held);
  };

  const back = (inner: Operand, bars: number, key: string): Step => {
    const index = operand(inner);
    const { next } = remember(`back ${key}`, (saved) => delay(bars, saved));
    return () => (Number.isFinite(value(index)) ? next(value(index)) : Number.NaN);
  };

  const operand = (expression: Operand): number => {
    const key = printOperand(expression);
    return node(key, () => {
      if ('number' in expression) return () => expression.number;
      if ('price' in expression) {
        const { price, back: bars } = expression;
        if (bars !== undefined) return back({ price }, bars, key);
        return (bar) => bar[price] ?? Number.NaN;
      }
      if ('call' in expression) {
        const { call: name, of = CLOSE, args, back: bars } = expression;
        if (bars === undefined) return call(name, of, args);
        return back({ call: name, ...(expression.of && { of }), args }, bars, key);
      }
      if ('negate' in expression) {
        const inner = operand(expression.negate);
        return () => -value(inner);
      }
      const left = operand(expression.left);
      const right = operand(expression.right);
      switch (expression.op) {
        case '+':
          return () => value(left) + value(right);
        case '-':
          return () => value(left) - value(right);
        case '*':
          return () => value(left) * value(right);
        case '/':
          return () => value(left) / value(right);
      }
    });
  };

  const test = (kind: string, left: number, right: number): Step => {
    const side = (): number => compare(value(left), value(right));
    const sideBefore = (): number => compare(before[left] ?? Number.NaN, before[right] ?? Number.NaN);
    const known = (step: (side: number) => boolean): Step => {
      return () => {
        const at = side();
        return Number.isNaN(at) ? at : truth(step(at));
      };
    };
    const crossing = (step: (from: number, to: number) => boolean): Step => {
      return () => {
        const [from, to] = [sideBefore(), side()];
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

  const channel = (kind: string, at: number, low: number, high: number): Step => {
    const inside = (values: readonly number[]): number => {
      const unknown = Number.NaN;
      const above = compare(values[at] ?? unknown, values[low] ?? unknown);
      const below = compare(values[at] ?? unknown, values[high] ?? unknown);
      return Number.isNaN(above) || Number.isNaN(below) ? unknown : truth(above >= 0 && below <= 0);
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

  const moves = (condition: Extract<Condition, { moves: string }>, key: string): Step => {
    const { moves: direction, by, percent, bars } = condition;
    const index = operand(condition.value);
    const extreme = remember(key, (saved) => (direction === 'up' ? lowest : highest)(bars + 1, saved));
    return () => {
      if (!Number.isFinite(value(index))) return Number.NaN;
      const from = extreme.next(value(index));
      const change = direction === 'up' ? value(index) - from : from - value(index);
      const size = compare(percent ? (change / Math.abs(from)) * 100 : change, by);
      return Number.isNaN(size) ? size : truth(size >= 0);
    };
  };

  const within = (inner: number, bars: number, key: string): Step => {
    // A state of its own shape, kept as indicators keep theirs. -1: it was never true.
    const { state } = remember<{ since: number }, number, number>(key, (saved?: { since: number }) => ({
      next: Number,
      state: { since: saved?.since ?? -1 },
    }));
    return () => {
      if (value(inner) === 1) state.since = 0;
      else if (state.since >= 0) state.since += 1;
      if (state.since >= 0 && state.since < bars) return 1;
      return Number.isNaN(value(inner)) ? Number.NaN : 0;
    };
  };

  /** Joined conditions: decided by the first that is `deciding`, else not known if any is not. */
  const joined = (items: readonly number[], deciding: 0 | 1): Step => {
    return () => {
      let result = 1 - deciding;
      for (const item of items) {
        const at = now[item];
        if (at === deciding) return deciding;
        if (at !== 1 - deciding) result = Number.NaN;
      }
      return result;
    };
  };

  const condition = (expression: Condition): number => {
    const key = `is ${printRule(expression)}`;
    return node(key, () => {
      if ('test' in expression)
        return test(expression.test, operand(expression.left), operand(expression.right));
      if ('channel' in expression)
        return channel(
          expression.channel,
          operand(expression.value),
          operand(expression.low),
          operand(expression.high),
        );
      if ('moves' in expression) return moves(expression, key);
      if ('event' in expression) {
        const run = detectorOf(expression).start(snapshot?.states[key]);
        runs.set(key, run);
        return (bar) => truth(run(bar) !== null);
      }
      if ('within' in expression) return within(condition(expression.of), expression.within, key);
      if ('not' in expression) {
        const inner = condition(expression.not);
        return () => 1 - value(inner);
      }
      if ('all' in expression) return joined(expression.all.map(condition), 0);
      return joined(expression.any.map(condition), 1);
    });
  };

  return {
    operand,
    condition,
    now,
    before,
    /** Feeds a closed bar, right after the one before. */
    next: (bar: Bar): void => {
      for (let index = 0; index < steps.length; index += 1) {
        before[index] = now[index] ?? Number.NaN;
        now[index] = steps[index]?.(bar) ?? Number.NaN;
      }
    },
    snapshot: (): GraphSnapshot => ({
      values: now.map((each) => (Number.isFinite(each) ? each : null)),
      states: {
        ...structuredClone(states),
        ...Object.fromEntries([...runs].map(([key, run]) => [key, run.snapshot()])),
      },
    }),
  };
};
