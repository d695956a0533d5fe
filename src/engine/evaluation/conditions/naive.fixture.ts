import fc from 'fast-check';
import type { Bar } from '#src/shared/market.ts';
import type { Condition, Operand } from '#src/shared/rules/ast.ts';
import { sourceKey } from '#src/shared/rules/elsewhere.ts';
import { mathOf } from '#src/shared/rules/math.ts';
import type { Span } from '#src/shared/rules/spans.ts';
import { barOf, withVolume } from '#src/engine/detectors/bars.fixture.ts';
import { compare } from './comparisons.ts';

/** Functions that are worked out here the plain way, from the values themselves. */
export const PLAIN: Readonly<Record<string, (values: readonly number[], n: number) => number>> = {
  sma: (values, n) => values.slice(-n).reduce((a, b) => a + b, 0) / n,
  highest: (values, n) => Math.max(...values.slice(-n)),
  lowest: (values, n) => Math.min(...values.slice(-n)),
  change: (values, n) => (values.at(-1) ?? 0) - (values.at(-1 - n) ?? 0),
  change_pct: (values, n) => ((values.at(-1) ?? 0) / (values.at(-1 - n) ?? 0) - 1) * 100,
};
const NEEDS = (name: string, n: number): number => (name.startsWith('change') ? n + 1 : n);

/** The bars of a source, by its key, and which of them a bar sees. */
type NaiveOthers = (source: string, bar: Bar) => { bars: readonly Bar[]; at: number };

/** A rule's value on the last of the bars, worked out anew from all of them: slow, and plain to see. */
export const naive = (bars: readonly Bar[], others?: NaiveOthers) => {
  const known = (operand: Operand, until: number): number[] =>
    bars
      .slice(0, until + 1)
      .map((_, at) => figure(operand, at))
      .filter(Number.isFinite);
  const ago = (operand: Operand, at: number, back: number): number => {
    if (!Number.isFinite(figure(operand, at))) return Number.NaN;
    return known(operand, at).at(-1 - back) ?? Number.NaN;
  };
  const figure = (operand: Operand, at: number): number => {
    const bar = bars[at];
    if (!bar) return Number.NaN;
    if ('number' in operand) return operand.number;
    if ('price' in operand)
      return operand.back === undefined
        ? (bar[operand.price] ?? Number.NaN)
        : ago({ price: operand.price }, at, operand.back);
    if ('extreme' in operand) {
      const from = bar.ts - operand.minutes * 60_000;
      const window = bars.slice(0, at).filter(({ ts }) => ts >= from);
      if ((bars[0]?.ts ?? 0) > from || window.length === 0) return Number.NaN;
      const prices = window.map((each) => each[operand.extreme]);
      return operand.extreme === 'high' ? Math.max(...prices) : Math.min(...prices);
    }
    if ('value' in operand) {
      const seen = others?.(sourceKey(operand), bar);
      return seen ? naive(seen.bars).figure(operand.value, seen.at) : Number.NaN;
    }
    if ('negate' in operand) return -figure(operand.negate, at);
    if ('op' in operand) {
      const [left, right] = [figure(operand.left, at), figure(operand.right, at)];
      return { '+': left + right, '-': left - right, '*': left * right, '/': left / right }[operand.op];
    }
    if ('math' in operand)
      return mathOf(
        operand.math,
        operand.of.map((each) => figure(each, at)),
      );
    const { back, ...call } = operand;
    if (back !== undefined) return ago(call, at, back);
    if (operand.when) return ofCondition(operand.call, operand.when, operand, at);
    const of = operand.of ?? { price: 'close' };
    if (!Number.isFinite(figure(of, at))) return Number.NaN;
    const values = known(of, at);
    const [n = 1] = operand.args;
    const plain = PLAIN[operand.call];
    if (!plain) throw new Error(`${operand.call} is not worked out here.`);
    return values.length < NEEDS(operand.call, n) ? Number.NaN : plain(values, n);
  };
  /** Of the bars on which a condition is true. */
  const ofCondition = (
    call: string,
    when: Condition,
    { of = { price: 'close' }, args }: { of?: Operand; args: number[] },
    at: number,
  ): number => {
    const held = bars.slice(0, at + 1).map((_, index) => holds(when, index));
    const [n = 0, most = 0] = args;
    if (call === 'count') {
      const sure = held.filter((each) => each !== null);
      return held.at(-1) === null || sure.length < n ? Number.NaN : sure.slice(-n).filter(Boolean).length;
    }
    const times = held.flatMap((each, index) => (each === true ? [index] : []));
    if (call === 'barssince') {
      const last = times.at(-1);
      return last === undefined || at - last > n ? Number.NaN : at - last;
    }
    if (call === 'followed_median') {
      const [horizon = 0, cases = 0, back = 0] = args;
      const after = times.flatMap((index) => {
        const [then, later] = [figure(of, index), figure(of, index + horizon)];
        const change = 100 * (later / then - 1);
        const isKnown = index + horizon <= at && at - index <= back && then > 0;
        return isKnown && Number.isFinite(change) ? [change] : [];
      });
      const sorted = after.slice(-cases).toSorted((a, b) => a - b);
      const half = sorted.length >> 1;
      if (sorted.length === 0) return Number.NaN;
      return sorted.length % 2 === 1
        ? (sorted[half] ?? Number.NaN)
        : ((sorted[half - 1] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2;
    }
    const chosen = times.at(-1 - n);
    return chosen === undefined || at - chosen > most ? Number.NaN : figure(of, chosen);
  };
  /** The values of a span up to a bar, or null where not all of it is known. */
  const spanned = (operand: Operand, span: Span, at: number): number[] | null => {
    if (typeof span === 'number') {
      const values = known(operand, at).slice(-span - 1);
      return values.length <= span ? null : values;
    }
    const from = (bars[at]?.ts ?? 0) - span.minutes * 60_000;
    const timed = bars
      .slice(0, at + 1)
      .map(({ ts }, index) => ({ ts, value: figure(operand, index) }))
      .filter(({ value }) => Number.isFinite(value));
    if ((timed[0]?.ts ?? Number.POSITIVE_INFINITY) > from) return null;
    return timed.filter(({ ts }) => ts >= from).map(({ value }) => value);
  };
  const side = (left: Operand, right: Operand, at: number): number =>
    compare(figure(left, at), figure(right, at));
  const whether = (holds: boolean, ...from: number[]): boolean | null =>
    from.some(Number.isNaN) ? null : holds;

  const inside = (condition: Extract<Condition, { channel: string }>, at: number): boolean | null => {
    const above = side(condition.value, condition.low, at);
    const below = side(condition.value, condition.high, at);
    return whether(above >= 0 && below <= 0, above, below);
  };

  const holds = (condition: Condition, at: number): boolean | null => {
    if (at < 0) return null;
    if ('test' in condition) {
      const now = side(condition.left, condition.right, at);
      const before = at === 0 ? Number.NaN : side(condition.left, condition.right, at - 1);
      const up = before <= 0 && now > 0;
      const down = before >= 0 && now < 0;
      switch (condition.test) {
        case '>':
          return whether(now > 0, now);
        case '>=':
          return whether(now >= 0, now);
        case '<':
          return whether(now < 0, now);
        case '<=':
          return whether(now <= 0, now);
        case '=':
          return whether(now === 0, now);
        case 'crosses above':
          return whether(up, now, before);
        case 'crosses below':
          return whether(down, now, before);
        case 'crosses':
          return whether(up || down, now, before);
      }
    }
    if ('channel' in condition) {
      const now = inside(condition, at);
      const before = at === 0 ? null : inside(condition, at - 1);
      switch (condition.channel) {
        case 'is inside':
          return now;
        case 'is outside':
          return now === null ? null : !now;
        case 'enters':
          return now === null || before === null ? null : now && !before;
        case 'leaves':
          return now === null || before === null ? null : !now && before;
      }
    }
    if ('moves' in condition) {
      const value = figure(condition.value, at);
      if (!Number.isFinite(value)) return null;
      const values = spanned(condition.value, condition.bars, at);
      if (values === null) return null;
      const from = condition.moves === 'up' ? Math.min(...values) : Math.max(...values);
      const change = condition.moves === 'up' ? value - from : from - value;
      const size = compare(condition.percent ? (change / Math.abs(from)) * 100 : change, condition.by);
      return whether(size >= 0, size);
    }
    if ('within' in condition) {
      const { within } = condition;
      for (let back = 0; back <= at; back += 1) {
        const ago = (bars[at]?.ts ?? 0) - (bars[at - back]?.ts ?? 0);
        if (typeof within === 'object' ? ago >= within.minutes * 60_000 : back >= within) break;
        if (holds(condition.of, at - back) === true) return true;
      }
      return holds(condition.of, at);
    }
    if ('not' in condition) {
      const inner = holds(condition.not, at);
      return inner === null ? null : !inner;
    }
    if ('event' in condition || 'happens' in condition) throw new Error('Events are not worked out here.');
    const items = new Set(
      ('all' in condition ? condition.all : condition.any).map((each) => holds(each, at)),
    );
    const deciding = 'any' in condition;
    if (items.has(deciding)) return deciding;
    return items.has(null) ? null : !deciding;
  };
  return { holds, figure };
};

/** Small whole prices and gaps in the volume: ties, flat stretches and missing figures are common. */
export const walks = fc
  .array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -2, max: 2 }), fc.nat({ max: 5 })), {
    minLength: 1,
    maxLength: 25,
  })
  .map((steps) => {
    let close = 20;
    return steps.map(([step, gap, volume], day) => {
      const open = Math.max(1, close + gap);
      close = Math.max(1, close + step);
      return withVolume(barOf(day, String(close), String(open)), volume === 5 ? null : String(volume));
    });
  });

/** The same operand with functions that are worked out by hand only. */
const plainOperand = (operand: Operand): Operand => {
  if ('value' in operand) return { ...operand, value: plainOperand(operand.value) };
  if ('negate' in operand) return { negate: plainOperand(operand.negate) };
  if ('op' in operand)
    return { ...operand, left: plainOperand(operand.left), right: plainOperand(operand.right) };
  if ('math' in operand) return { ...operand, of: operand.of.map(plainOperand) };
  if (!('call' in operand)) return operand;
  if (operand.when)
    return { ...operand, when: plain(operand.when), ...(operand.of && { of: plainOperand(operand.of) }) };
  const name = Object.keys(PLAIN).includes(operand.call) ? operand.call : 'sma';
  const of = operand.of && plainOperand(operand.of);
  const isClose = of && 'price' in of && of.price === 'close' && of.back === undefined;
  return {
    call: name,
    ...(of && !isClose && { of }),
    args: [operand.args[0] ?? 3],
    ...(operand.back !== undefined && { back: operand.back }),
  };
};
export const plain = (condition: Condition): Condition => {
  if ('test' in condition)
    return { ...condition, left: plainOperand(condition.left), right: plainOperand(condition.right) };
  if ('channel' in condition)
    return {
      ...condition,
      value: plainOperand(condition.value),
      low: plainOperand(condition.low),
      high: plainOperand(condition.high),
    };
  if ('moves' in condition) return { ...condition, value: plainOperand(condition.value) };
  if ('within' in condition) return { ...condition, of: plain(condition.of) };
  if ('not' in condition) return { not: plain(condition.not) };
  if ('event' in condition || 'happens' in condition) return condition;
  return 'all' in condition ? { all: condition.all.map(plain) } : { any: condition.any.map(plain) };
};
