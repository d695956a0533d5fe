import { setImmediate as breathe } from 'node:timers/promises';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { OTHER_BARS_OLD, othersOf } from '#src/shared/rules/symbols.ts';
import { elsewhereNeeded } from '../conditions/needs.ts';
import {
  type Asked,
  type EndOf,
  type Others,
  otherSeries,
  type OtherSeries,
  seenFrom,
} from '../conditions/other-series.ts';
import type { Breaks, Split } from './corporate-actions.ts';
import { barsAsOf } from './bars-as-of.ts';
import { BAR_MS } from './quarantine.ts';

/** All bars of another symbol, oldest first, as they were traded. */
export type OtherBars = { symbol: string; bars: readonly Bar[]; splits: readonly Split[]; endOf: EndOf };

/** All bars of a source. */
export async function allBars(source: AsyncIterable<Bar>): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const bar of source) bars.push(bar);
  return bars;
}

/** How old a bar of another symbol may be, beside one of this size. */
export const oldestOf = (timeframe: Timeframe): number => OTHER_BARS_OLD * BAR_MS[timeframe];

/** What conditions ask of one symbol. */
export const askedOf = (conditions: readonly Condition[], symbol: string): Asked[] =>
  conditions
    .flatMap(elsewhereNeeded)
    .filter((each) => each.symbol === symbol)
    .map(({ of }) => of);

/** So many bars are worked out before anybody else has his turn, and so often (bars) it is looked whether there are more. */
const AT_A_TIME = 500;
const LOOK_EVERY = 64;

type SeenBy = {
  others: (from: number) => Others;
  breaks: Breaks;
  /**
   * Before a bar, oldest first: works out what it sees of the others and nobody has before, letting everybody else have
   * his turn in between: where a history is long, or begins anew with a split.
   * @returns null where that is little, and done when it is looked at
   */
  ready: (bar: Bar, signal?: AbortSignal) => Promise<void> | null;
};

/** One symbol as it stands after so many of its splits: its bars are worked out when somebody looks that far. */
const grown = (conditions: readonly Condition[], other: OtherBars, passed: number) => {
  const { bars, splits, endOf } = other;
  const series = otherSeries(askedOf(conditions, other.symbol), endOf);
  const from = splits[passed - 1]?.ts ?? Number.NEGATIVE_INFINITY;
  const until = splits[passed]?.ts ?? Number.POSITIVE_INFINITY;
  let next = 0;
  return {
    series,
    /** Works out what ended by a moment, at most so many bars. @returns whether that is all of it */
    reach: (moment: number, most = Number.POSITIVE_INFINITY): boolean => {
      for (let added = 0; added < most; added += 1) {
        const bar = bars[next];
        if (!bar || bar.ts >= until || endOf(bar.ts) > moment) return true;
        for (const each of barsAsOf([bar], splits, from)) series.add(each);
        next += 1;
      }
      return false;
    },
    isFar: (moment: number): boolean => (bars[next + AT_A_TIME]?.ts ?? Number.POSITIVE_INFINITY) < moment,
  };
};

/**
 * The other symbols that conditions name, where all their bars are at hand: worked out once, whatever looks at them, and
 * as far as somebody looks. At a split of one of them everything begins anew, with its bars before as they would stand
 * after it.
 */
export const allOthers = (conditions: readonly Condition[], given: readonly OtherBars[]) => {
  const made = new Map<string, ReturnType<typeof grown>>();
  const bySymbol = new Map(given.map((each) => [each.symbol, each]));
  const asOf = (symbol: string, moment: number): ReturnType<typeof grown> | null => {
    const other = bySymbol.get(symbol);
    if (!other) return null;
    const passed = other.splits.filter(({ ts }) => ts < moment).length;
    const key = `${symbol} ${passed}`;
    const known = made.get(key) ?? grown(conditions, other, passed);
    made.set(key, known);
    return known;
  };
  const at = given.flatMap(({ splits }) => splits.map(({ ts }) => ts)).toSorted((a, b) => a - b);
  return {
    /** For a series whose bars end so. */
    seenBy: (endOf: EndOf, timeframe: Timeframe): SeenBy => {
      let [nextBreak, asked] = [0, 0];
      return {
        others: (from) => (symbol) => {
          const each = asOf(symbol, from);
          if (!each) return null;
          const series = (until?: number): OtherSeries => {
            if (until !== undefined) each.reach(until);
            return each.series;
          };
          return seenFrom(series, { endOf, oldest: oldestOf(timeframe) });
        },
        breaks: { at, endOf },
        ready: ({ ts }, signal) => {
          const moment = endOf(ts);
          const before = nextBreak;
          while ((at[nextBreak] ?? Number.POSITIVE_INFINITY) < moment) nextBreak += 1;
          asked += 1;
          if (nextBreak === before && asked % LOOK_EVERY !== 1) return null;
          const far = given.flatMap(({ symbol }) => {
            const each = asOf(symbol, moment);
            return each?.isFar(moment) ? [each] : [];
          });
          return far.length === 0 ? null : reachInTurns(far, moment, signal);
        },
      };
    },
    missing: othersOf(...conditions).filter((symbol) => !bySymbol.has(symbol)),
  };
};

async function reachInTurns(
  far: readonly ReturnType<typeof grown>[],
  moment: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const each of far)
    while (!each.reach(moment, AT_A_TIME)) {
      await breathe();
      if (signal?.aborted) return;
    }
}
