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

/**
 * The other symbols that conditions name, where all their bars are at hand: worked out once, whatever looks at them. At
 * a split of one of them everything begins anew, with its bars before as they would stand after it.
 */
export const allOthers = (conditions: readonly Condition[], given: readonly OtherBars[]) => {
  const made = new Map<string, OtherSeries>();
  const bySymbol = new Map(given.map((each) => [each.symbol, each]));
  const asOf = (symbol: string, moment: number): OtherSeries | null => {
    const other = bySymbol.get(symbol);
    if (!other) return null;
    const { bars, splits, endOf } = other;
    const passed = splits.filter(({ ts }) => ts < moment).length;
    const key = `${symbol} ${passed}`;
    const known = made.get(key);
    if (known) return known;
    const until = splits[passed]?.ts ?? Number.POSITIVE_INFINITY;
    const series = otherSeries(askedOf(conditions, symbol), endOf);
    const shown = bars.filter(({ ts }) => ts < until);
    for (const bar of barsAsOf(shown, splits, splits[passed - 1]?.ts ?? Number.NEGATIVE_INFINITY))
      series.add(bar);
    made.set(key, series);
    return series;
  };
  const at = given.flatMap(({ splits }) => splits.map(({ ts }) => ts)).toSorted((a, b) => a - b);
  return {
    /** For a series whose bars end so. */
    seenBy: (endOf: EndOf, timeframe: Timeframe): { others: (from: number) => Others; breaks: Breaks } => ({
      others: (from) => (symbol) => {
        const series = asOf(symbol, from);
        return series && seenFrom(() => series, { endOf, oldest: oldestOf(timeframe) });
      },
      breaks: { at, endOf },
    }),
    missing: othersOf(...conditions).filter((symbol) => !bySymbol.has(symbol)),
  };
};
