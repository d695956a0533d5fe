import { setImmediate as breathe } from 'node:timers/promises';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { OTHER_BARS_OLD } from '#src/shared/rules/elsewhere.ts';
import { askedOf } from '../conditions/needs.ts';
import { otherSeries, type OtherSeries, seenFrom } from '../conditions/other-series.ts';
import type { DayOf, EndOf, Others } from '../conditions/others.ts';
import type { Split } from '#src/engine/market/splits/corporate-actions.ts';
import type { Breaks } from '#src/engine/evaluation/conditions/across-splits.ts';
import { barsAsOf } from '#src/engine/market/splits/bars-as-of.ts';
import { BAR_MS } from '#src/engine/market/quarantine/quarantine.ts';

/**
 * All bars of a source, by its key, oldest first, as they were traded. `splits` as these bars meet them; `breaks` are
 * the moments, one for each split, at which they take effect for the reading rule: where its own bars, if they were of
 * this symbol, would meet them. Both are the same if the timeframes are.
 */
export type OtherBars = {
  source: string;
  timeframe: Timeframe;
  bars: readonly Bar[];
  splits: readonly Split[];
  breaks: readonly number[];
  endOf: EndOf;
  dayOf?: DayOf;
};

/** All bars of a source. */
export async function allBars(source: AsyncIterable<Bar>): Promise<Bar[]> {
  const bars: Bar[] = [];
  for await (const bar of source) bars.push(bar);
  return bars;
}

/** How much earlier (ms) than a bar of one timeframe a bar from elsewhere may begin that it sees: five of the longer. */
export const oldestOf = (timeframe: Timeframe, elsewhere: Timeframe): number =>
  OTHER_BARS_OLD * Math.max(BAR_MS[timeframe], BAR_MS[elsewhere]);

/** How many bars are computed before yielding, and how often (in bars) it checks for more. */
const AT_A_TIME = 500;
const LOOK_EVERY = 64;

type SeenBy = {
  others: (from: number) => Others;
  breaks: Breaks;
  /**
   * Before a bar, oldest first: computes what it needs of the others and isn't computed yet, yielding in between if a
   * history is long or restarts at a split.
   * @returns null if that is little work, done when it is needed
   */
  ready: (bar: Bar, signal?: AbortSignal) => Promise<void> | null;
};

/** One source as it stands after so many of its splits: its bars are worked out when somebody looks that far. */
const grown = (conditions: readonly Condition[], other: OtherBars, passed: number) => {
  const { bars, splits, endOf, dayOf } = other;
  const series = otherSeries(askedOf(conditions, other.source), endOf, dayOf);
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

/** One source, worked out once for every split that has passed, whatever looks at it. */
const workedOut = (conditions: readonly Condition[], other: OtherBars) => {
  const made = new Map<number, ReturnType<typeof grown>>();
  return {
    ...other,
    asOf: (moment: number): ReturnType<typeof grown> => {
      const passed = other.breaks.filter((ts) => ts < moment).length;
      const known = made.get(passed) ?? grown(conditions, other, passed);
      made.set(passed, known);
      return known;
    },
  };
};

/**
 * What conditions name beside the bars of their rule, where all bars are at hand: worked out once, whatever looks at
 * them, and as far as somebody looks. At a split of one of them everything begins anew, with its bars before as they
 * would stand after it.
 */
export const allOthers = (conditions: readonly Condition[], given: readonly OtherBars[]) => {
  const shared = given.map((each) => workedOut(conditions, each));
  return {
    /** For a series whose bars end so; `own` are other timeframes of its own symbol, which only it looks at. */
    seenBy: (endOf: EndOf, timeframe: Timeframe, own: readonly OtherBars[] = []): SeenBy => {
      const all = [...shared, ...own.map((each) => workedOut(conditions, each))];
      const bySource = new Map(all.map((each) => [each.source, each]));
      const at = all.flatMap(({ breaks }) => breaks).toSorted((a, b) => a - b);
      let [nextBreak, asked] = [0, 0];
      return {
        others: (from) => (source) => {
          const other = bySource.get(source);
          if (!other) return null;
          const each = other.asOf(from);
          const series = (until?: number): OtherSeries => {
            if (until !== undefined) each.reach(until);
            return each.series;
          };
          return seenFrom(series, { endOf, oldest: oldestOf(timeframe, other.timeframe) });
        },
        breaks: { at, endOf },
        ready: ({ ts, until }, signal) => {
          const moment = until ?? endOf(ts);
          const before = nextBreak;
          while ((at[nextBreak] ?? Number.POSITIVE_INFINITY) < moment) nextBreak += 1;
          asked += 1;
          if (nextBreak === before && asked % LOOK_EVERY !== 1) return null;
          const far = all.map((each) => each.asOf(moment)).filter((each) => each.isFar(moment));
          return far.length === 0 ? null : reachInTurns(far, moment, signal);
        },
      };
    },
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
