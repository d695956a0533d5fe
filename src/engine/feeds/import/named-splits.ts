import type { Split } from '../corporate-actions.ts';
import type { NamedAction } from '../replay/row-to-bar.ts';

/** The figures of a bar that tell its scale. */
export type Priced = { ts: number; open: number; close: number };

/** A step by less than half may be the market's own. */
const SMALLEST = Math.log(1.5);
/** Prices so near to a ratio are the ratio and a day's own move. */
const NEAR = Math.log(1.2);
/** So many bars on each side say on which scale prices are. */
const AROUND = 5;
/** A bar on a wrong scale is followed by one on the right scale within so many. */
const LONGEST = 20;
const MOST_SPLITS = 100;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1;

/** The price goes down by this factor where a dividend takes effect. */
const paidRatio = (dividend: number | null, close: number): number =>
  dividend !== null && dividend < close ? close / (close - dividend) : 1;

/**
 * The actions that the bars really show. A file may name a split (or a dividend of a third of the price and more) and
 * give prices that are adjusted for it already, so it counts where the prices step by its ratio rather than not at all:
 * the middle of the five bars before against that of the first five from it on.
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
      { ratio: split },
      { ratio: paid, volumeRatio: 1 },
      { ratio: split * paid, volumeRatio: split },
    ].filter(({ ratio }) => Math.abs(Math.log(ratio)) >= SMALLEST);
    const step = Math.log(before / median(closes(at, at + AROUND)));
    const misses = ({ ratio }: { ratio: number }): number => Math.abs(step - Math.log(ratio));
    const [nearest] = ways.toSorted((a, b) => misses(a) - misses(b));
    return nearest && misses(nearest) < Math.abs(step) ? [{ ts: action.ts, ...nearest }] : [];
  });
};

/**
 * Bars that a file gives on the wrong side of a split that it names: the whole bar is off by about its ratio, and a
 * later one, within twenty, is back by the same in one step. A move of the market goes neither so far at the open nor
 * back like that.
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
  // As if no action that is shown had been: logarithms, so that a ratio is a distance.
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
 * What a file says of its own scale, from the splits and dividends that its rows name: the actions that its prices
 * show, in order of time, and when the bars begin that are on another scale than their neighbours.
 * @param bars all of the file's that may be believed otherwise, oldest first
 */
export const scaleOf = (
  bars: readonly Priced[],
  named: readonly NamedAction[],
): { actions: Split[]; misplaced: ReadonlySet<number> } => {
  // No share was split so often: such a column means something else.
  if (named.filter(({ split }) => split !== null).length > MOST_SPLITS)
    return { actions: [], misplaced: new Set() };
  const actions = shownOf(bars, named);
  return { actions, misplaced: misplacedIn(bars, named, actions) };
};
