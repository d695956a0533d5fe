import type { Bar } from '#src/shared/market.ts';
import type { Condition, Operand } from '#src/shared/rules/ast.ts';
import { sourceKey } from '#src/shared/rules/elsewhere.ts';
import { mathOf } from '#src/shared/rules/math.ts';
import { printOperand, printRule } from '#src/shared/rules/print.ts';
import { type Span, spanText } from '#src/shared/rules/spans.ts';
import { delay } from '#src/engine/indicators/delay.ts';
import { highest, lowest } from '#src/engine/indicators/extreme.ts';
import type { Prices, PricesOfDay } from '#src/engine/indicators/indicator.ts';
import { highestOfTime, lowestOfTime } from '#src/engine/indicators/time-extreme.ts';
import type { Truth, Value } from './comparisons.ts';
import type { Nodes, Step } from './graph-nodes.ts';
import { OF_BARS, OF_CHOICES, OF_CONDITIONS, OF_DAYS, OF_PAIRS, OF_TIMES, OF_VALUES } from './functions.ts';
import type { Source } from './indicators.ts';
import type { DayOf, Others } from './others.ts';

export type Moves = Extract<Condition, { moves: string }>;
const MINUTE = 60_000;
const CLOSE: Operand = { price: 'close' };

type Call = Extract<Operand, { call: string }>;
type Arithmetic = Extract<Operand, { op: string }>;

const arithmetic = (op: Arithmetic['op'], left: Value, right: Value): Value => {
  switch (op) {
    case '+':
      return (figures) => left(figures) + right(figures);
    case '-':
      return (figures) => left(figures) - right(figures);
    case '*':
      return (figures) => left(figures) * right(figures);
    case '/':
      return (figures) => left(figures) / right(figures);
  }
};

/**
 * Compiles operands to nodes of a graph. Prices, indicators and what looks back are nodes; arithmetic costs nothing
 * until it is asked for. Figures of another symbol or timeframe are looked up in `others`.
 */
export const operandCompiler = (
  nodes: Nodes,
  dayOf: DayOf,
  others: Others | undefined,
  truthOf: (condition: Condition) => Truth,
) => {
  const { node, remember, now } = nodes;
  /** What an indicator answers on this bar, computed by the first line that needs it; null where it was not fed. */
  const results = new Map<string, { result: unknown }>();

  const shared = <In>(
    source: Source<In>,
    args: readonly number[],
    of: string,
    input: (bar: Bar) => In | null,
  ): { result: unknown } => {
    const key = `${source.state}(${args.slice(0, source.figures).join(', ')}) of ${of}`;
    const held = results.get(key) ?? { result: null };
    if (!results.has(key)) {
      results.set(key, held);
      const indicator = remember(`indicator ${key}`, (state) => source.make(args, state));
      node(`indicator ${key}`, () => (bar) => {
        const given = input(bar);
        held.result = given === null ? null : indicator.next(given);
        return 0;
      });
    }
    return held;
  };
  const line = <In>({ pick }: Source<In>, args: readonly number[], held: { result: unknown }): Step => {
    return () => (held.result === null ? Number.NaN : pick(held.result as never, args));
  };

  /** Functions of a condition, of two values, or of the time: null where it is none of them. */
  const other = ({ call: name, when, of = CLOSE, with: beside, args }: Call): Step | null => {
    const ofTimes = OF_TIMES[name];
    if (ofTimes) {
      const at = ofTimes(args);
      return ({ ts }) => at(ts);
    }
    const ofPairs = OF_PAIRS[name];
    if (ofPairs && beside) {
      const [x, y] = [operand(of), operand(beside)];
      const pair = (): { x: number; y: number } | null => {
        const given = { x: x(now), y: y(now) };
        return Number.isFinite(given.x) && Number.isFinite(given.y) ? given : null;
      };
      return line(ofPairs, args, shared(ofPairs, args, `${printOperand(of)}, ${printOperand(beside)}`, pair));
    }
    if (!when) return null;
    const holds = truthOf(when);
    const ofConditions = OF_CONDITIONS[name];
    if (ofConditions)
      return line(
        ofConditions,
        args,
        shared<number>(ofConditions, args, `whether ${printRule(when)}`, holds),
      );
    const ofChoices = OF_CHOICES[name];
    if (!ofChoices) return null;
    const value = operand(of);
    const key = `${printOperand(of)} when ${printRule(when)}`;
    return line(
      ofChoices,
      args,
      shared(ofChoices, args, key, () => ({ is: holds(), value: value(now) })),
    );
  };

  const call = (name: string, of: Operand, args: readonly number[]): Step => {
    const ofBars = OF_BARS[name];
    if (ofBars)
      return line(
        ofBars,
        args,
        shared<Prices>(ofBars, args, 'bars', (bar) => bar),
      );
    const ofDays = OF_DAYS[name];
    if (ofDays)
      return line(
        ofDays,
        args,
        shared<PricesOfDay>(ofDays, args, 'bars by day', (bar) => ({ ...bar, day: dayOf(bar.ts) })),
      );
    const ofValues = OF_VALUES[name];
    if (!ofValues) throw new Error(`There is no function ${name}.`);
    const value = operand(of);
    // What is not known is not fed: an average of it would never be known again.
    const input = (): number | null => {
      const given = value(now);
      return Number.isFinite(given) ? given : null;
    };
    return line(ofValues, args, shared<number>(ofValues, args, printOperand(of), input));
  };

  const back = (inner: Operand, ago: number, key: string): Step => {
    const value = operand(inner);
    const { next } = remember(`back ${key}`, (state) => delay(ago, state));
    return () => {
      const given = value(now);
      return Number.isFinite(given) ? next(given) : Number.NaN;
    };
  };

  const timeExtreme = (side: 'high' | 'low', minutes: number, key: string): Step => {
    const of = side === 'high' ? highestOfTime : lowestOfTime;
    const extreme = remember(key, (state) => {
      const { state: kept, at, next } = of(minutes * MINUTE, state);
      // Of the bars before alone: this one is compared with them.
      return {
        state: kept,
        next: (bar: Bar) => {
          const level = at(bar.ts);
          next({ ts: bar.ts, value: bar[side] });
          return level;
        },
      };
    });
    return extreme.next;
  };

  const operand = (expression: Operand): Value => {
    if ('number' in expression) return () => expression.number;
    if ('negate' in expression) {
      const inner = operand(expression.negate);
      return (figures) => -inner(figures);
    }
    if ('op' in expression)
      return arithmetic(expression.op, operand(expression.left), operand(expression.right));
    if ('math' in expression) {
      const [name, parts] = [expression.math, expression.of.map(operand)];
      return (figures) =>
        mathOf(
          name,
          parts.map((part) => part(figures)),
        );
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
      if ('extreme' in expression) return timeExtreme(expression.extreme, expression.minutes, key);
      const { back: ago, ...plain } = expression;
      if (ago !== undefined) return back(plain, ago, key);
      return other(plain) ?? call(plain.call, plain.of ?? CLOSE, plain.args);
    });
  };

  /** The extreme of the values of a span, the last among them. */
  const extremeOf = (
    side: 'high' | 'low',
    over: Span,
    key: string,
  ): ((ts: number, value: number) => number) => {
    if (typeof over === 'object') {
      const ofTime = side === 'high' ? highestOfTime : lowestOfTime;
      const { next } = remember(key, (state) => ofTime(over.minutes * MINUTE, state));
      return (ts, given) => next({ ts, value: given });
    }
    const { next } = remember(key, (state) => (side === 'high' ? highest : lowest)(over + 1, state));
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

  return { operand, moved };
};
