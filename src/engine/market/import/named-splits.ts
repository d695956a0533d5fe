import type { Split } from '../splits/corporate-actions.ts';
import type { NamedAction } from '../csv/row-to-bar.ts';

/** The figures of a bar that show its scale. */
export type Priced = { ts: number; open: number; close: number };

/** A step smaller than this may be a market move. */
const SMALLEST = Math.log(1.5);
/** A dividend of less than a tenth of the price can't be told from a market move. */
const SMALLEST_PAID = -Math.log(0.9);
/** Prices this near to a ratio are the ratio plus a day's move. */
const NEAR = Math.log(1.2);
/** The bars on each side that show the scale. */
const AROUND = 5;
/** A bar on a wrong scale is followed by one on the right scale within this many bars. */
const LONGEST = 20;
const MOST_SPLITS = 100;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1;

/** The price goes down by this factor where a dividend takes effect. */
const paidRatio = (dividend: number | null, close: number): number =>
  dividend !== null && dividend < close ? close / (close - dividend) : 1;

/**
 * The actions that the prices show. A file may name a split (or a dividend of at least a tenth of the price) although
 * its prices are already adjusted. An action counts if the median of the five bars before differs from that of the five
 * bars after by its ratio rather than not at all.
 */
const shownOf = (bars: readonly Priced[], named: readonly NamedAction[]): Split[] => {
  let at = 0;
  return named.flatMap((action) => {
    while (at < bars.length && (bars[at]?.ts ?? 0) < action.ts) at += 1;
    if (at < 1 || at === bars.length) return [];
    const closes = (from: number, to: number) => bars.slice(Math.max(0, from), to).map(({ close }) => close);
    const before = median(closes(at - AROUND, at));
    const last = bars[at - 1]?.close ?? before;
    const isOnScale = Math.abs(Math.log(last / before)) < SMALLEST;
    const split = action.split ?? 1;
    const paid = paidRatio(action.dividend, isOnScale ? last : before);
    const ways = [
      { ratio: split, least: SMALLEST },
      { ratio: paid, volumeRatio: 1, least: SMALLEST_PAID },
      { ratio: split * paid, volumeRatio: split, least: SMALLEST },
    ].filter(({ ratio, least }) => Math.abs(Math.log(ratio)) >= least);
    const step = Math.log(before / median(closes(at, at + AROUND)));
    const misses = ({ ratio }: { ratio: number }): number => Math.abs(step - Math.log(ratio));
    const [nearest] = ways.toSorted((a, b) => misses(a) - misses(b));
    if (!nearest || misses(nearest) >= Math.abs(step)) return [];
    const { least: _, ...shown } = nearest;
    return [{ ts: action.ts, ...shown }];
  });
};

/** Every dividend that no action shown contains, as what to divide the prices before it by. */
const paidOf = (bars: readonly Priced[], named: readonly NamedAction[], shown: readonly Split[]): Split[] => {
  let at = 0;
  return named.flatMap(({ ts, dividend }) => {
    while (at < bars.length && (bars[at]?.ts ?? 0) < ts) at += 1;
    const last = bars[at - 1];
    if (!last || dividend === null || shown.some((each) => each.ts === ts && each.volumeRatio !== undefined))
      return [];
    return [{ ts, ratio: paidRatio(dividend, last.close), volumeRatio: 1 }];
  });
};

/**
 * Bars on the wrong side of a split that the file names: the whole bar is off by about the ratio, and a bar within the
 * next twenty is back in one step. No market moves like that.
 */
const misplacedIn = (
  bars: readonly Priced[],
  named: readonly NamedAction[],
  shown: readonly Split[],
): Set<number> => {
  const sizes = [...new Set(named.map(({ split }) => Math.abs(Math.log(split ?? 1))))].filter(
    (size) => size >= SMALLEST,
  );
  if (sizes.length === 0) return new Set();
  const misplaced = new Set<number>();
  let [next, scale] = [0, 0];
  // Without the actions shown. Logarithms make a ratio a distance.
  const plain = bars.map(({ ts, open, close }) => {
    for (let split = shown[next]; split && split.ts <= ts; split = shown[(next += 1)])
      scale += Math.log(split.ratio);
    return { ts, open: Math.log(open) + scale, close: Math.log(close) + scale };
  });
  const isOff = (bar: Priced, from: number, by: number): boolean =>
    Math.abs(bar.open - from - by) < NEAR && Math.abs(bar.close - from - by) < NEAR;
  let good = plain[0];
  for (let at = 1; at < plain.length; at += 1) {
    const bar = plain[at];
    if (!bar || !good) break;
    const { close } = good;
    good = bar;
    const size = sizes.find((each) => [each, -each].some((by) => isOff(bar, close, by)));
    if (size === undefined) continue;
    const by = bar.close > close ? size : -size;
    let end = at + 1;
    let last = bar;
    for (let each = plain[end]; each && end - at < LONGEST && isOff(each, close, by); each = plain[end]) {
      last = each;
      end += 1;
    }
    const back = plain[end];
    if (!back || !isOff(back, last.close, -by)) continue;
    for (const { ts } of plain.slice(at, end)) misplaced.add(ts);
    good = back;
    at = end;
  }
  return misplaced;
};

/**
 * The scale of a file by the splits and dividends that its rows name: the actions that its prices show, in order of
 * time, and when the bars begin that are on another scale than their neighbors.
 * @param bars all otherwise plausible bars of the file, oldest first
 * @param allDividends whether every dividend counts, as the prices of a file say nothing of small ones
 */
export const scaleOf = (
  bars: readonly Priced[],
  named: readonly NamedAction[],
  allDividends = false,
): { actions: Split[]; named: Split[]; misplaced: ReadonlySet<number> } => {
  // No share was split this often: the column means something else.
  if (named.filter(({ split }) => split !== null).length > MOST_SPLITS)
    return { actions: [], named: [], misplaced: new Set() };
  const shown = shownOf(bars, named);
  const paid = allDividends ? paidOf(bars, named, shown) : [];
  return {
    actions: [...shown, ...paid].toSorted((a, b) => a.ts - b.ts),
    named: named.flatMap(({ ts, split }) => (split === null ? [] : [{ ts, ratio: split }])),
    misplaced: misplacedIn(bars, named, shown),
  };
};
