import type { Bar } from '#src/shared/market.ts';
import { printOperand, printRule } from '#src/shared/rules/print.ts';
import { createGraph } from './graph.ts';
import { type Asked, type DayOf, type EndOf, type Other, utcDay } from './others.ts';

export const askedKey = (asked: Asked): string =>
  'operand' in asked ? printOperand(asked.operand) : `is ${printRule(asked.condition)}`;

/**
 * The bars of one symbol and timeframe with what is asked of them, computed once per bar for everybody who compares
 * with it. Closed bars are added oldest first; what is asked is known before the first.
 */
export const otherSeries = (asked: readonly Asked[], endOf: EndOf, dayOf: DayOf = utcDay) => {
  const graph = createGraph(undefined, undefined, dayOf);
  const columns = new Map<string, { now: () => number; figures: number[] }>();
  for (const each of asked) {
    const key = askedKey(each);
    if (columns.has(key)) continue;
    if ('operand' in each) {
      const value = graph.operand(each.operand);
      columns.set(key, { now: () => value(graph.now), figures: [] });
    } else columns.set(key, { now: graph.condition(each.condition), figures: [] });
  }
  const bars: Bar[] = [];
  const ends: number[] = [];
  let forgotten = 0;
  return {
    bars,
    dayOf,
    answers: (keys: Iterable<string>): boolean => [...keys].every((key) => columns.has(key)),
    columns: (): number => columns.size,
    /** Nobody asks these any more. What they are computed from goes on until the series is begun anew. */
    forget: (keys: readonly string[]): void => {
      for (const key of keys) if (columns.delete(key)) forgotten += 1;
    },
    /** Whether more was forgotten than is asked: then it is worth beginning anew. */
    isWorn: (): boolean => forgotten > columns.size,
    figures: (key: string): readonly number[] => columns.get(key)?.figures ?? [],
    add: (bar: Bar): void => {
      graph.next(bar);
      bars.push(bar);
      ends.push(endOf(bar.ts));
      for (const { now, figures } of columns.values()) figures.push(now());
    },
    /** The index of the newest bar that ended by a moment, or -1. */
    lastUntil: (moment: number): number => {
      let [from, to] = [0, ends.length];
      while (from < to) {
        const middle = (from + to) >>> 1;
        if ((ends[middle] ?? 0) <= moment) from = middle + 1;
        else to = middle;
      }
      return from - 1;
    },
  };
};
export type OtherSeries = ReturnType<typeof otherSeries>;

/**
 * How the bars of a series see another: never a bar that ends after theirs (one that ends with theirs is seen), or
 * after what is known of one that is not over; never one that began more than `oldest` ms before them. `series` answers with what is there by now, with all bars that
 * ended by a moment.
 */
export const seenFrom = (
  series: (until?: number) => OtherSeries | null,
  { endOf, oldest }: { endOf: EndOf; oldest: number },
): Other => {
  let last = { ts: Number.NaN, end: Number.NaN, of: null as OtherSeries | null, length: 0, at: -1 };
  const at = (bar: Bar): number => {
    const end = bar.until ?? endOf(bar.ts);
    const of = series(end);
    const length = of?.bars.length ?? 0;
    if (last.ts === bar.ts && last.end === end && last.of === of && last.length === length) return last.at;
    const found = of?.lastUntil(end) ?? -1;
    const since = of?.bars[found]?.ts ?? Number.NEGATIVE_INFINITY;
    last = { ts: bar.ts, end, of, length, at: since < bar.ts - oldest ? -1 : found };
    return last.at;
  };
  return {
    at,
    figure: (asked) => {
      const key = askedKey(asked);
      return (bar) => {
        const index = at(bar);
        return series()?.figures(key)[index] ?? Number.NaN;
      };
    },
    bars: () => series()?.bars ?? [],
    dayOf: (ts) => series()?.dayOf(ts) ?? utcDay(ts),
  };
};
