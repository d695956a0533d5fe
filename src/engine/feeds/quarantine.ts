import { type Bar, type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import { ratioBetween, type Split } from './corporate-actions.ts';
import type { BadRow } from './replay/bad-row.ts';

const MINUTE = 60_000;
/** Length of a bar in milliseconds. */
export const BAR_MS = Object.fromEntries(
  TIMEFRAMES.map((name) => [name, BAR_MINUTES[name] * MINUTE]),
) as Readonly<Record<Timeframe, number>>;

/** Real bars, the wildest too, stay within a factor of eight; a slipped decimal point or cents for dollars do not. */
const FAR = 10;
/** After so many bars in a row on the other scale, the other scale is the price. */
const SETTLED = 20;
/** A day may have 23 hours, and a session may begin early. */
const NEAR = 0.8;

const bad = (reason: BadRow['reason'], problem: string): BadRow => ({ reason, problem });

const isFar = (price: number, from: number): boolean => price >= from * FAR || price * FAR <= from;

const isRepeat = (bar: Bar, last: Bar): boolean =>
  bar.volume !== null &&
  bar.volume > 0 &&
  bar.volume === last.volume &&
  bar.open === last.open &&
  bar.high === last.high &&
  bar.low === last.low &&
  bar.close === last.close;

/**
 * Makes a check of closed bars, oldest first: null for a bar that may be believed, else what is wrong with it. It
 * remembers the last good bar and nothing else.
 * - open or close outside of low to high
 * - a price ten times, or a tenth of, the last close (a unit error); after twenty such bars in a row they are
 *   the price; where a split takes effect in between, the close is taken as it would stand after it
 * - the same open, high, low, close and volume as the bar before, with something traded: a stale repeat
 * - nearer to the bar before than the timeframe allows: bars of two sizes in one series
 * - begins at one of the moments that are `misplaced`: on the wrong side of a split
 * @param known splits of the instrument in order of time, the bar before the first, where there is one, and when bars
 * begin that are known to be on another scale (`scaleOf`)
 */
export const inspector = (
  timeframe: Timeframe,
  known: { splits?: readonly Split[]; before?: Bar | null; misplaced?: ReadonlySet<number> } = {},
): ((bar: Bar) => BadRow | null) => {
  const { splits = [], before = null, misplaced } = known;
  let last = before;
  let farBars = 0;
  return (bar) => {
    const { open, high, low, close } = bar;
    if (Math.max(open, close) > high || Math.min(open, close) < low)
      return bad(
        'outside_range',
        `open ${bar.text.open} or close ${bar.text.close} lies outside of low to high`,
      );
    if (misplaced?.has(bar.ts))
      return bad('unit', 'its prices are off by the ratio of a split that the file names on another day');
    if (last) {
      const reference = last.close / ratioBetween(splits, last.ts, bar.ts);
      const far = [open, high, low, close].find((price) => isFar(price, reference));
      if (far !== undefined) {
        farBars += 1;
        if (farBars <= SETTLED)
          return bad('unit', `a price of ${far} beside a last close of ${reference} is in another unit`);
      }
      if (bar.ts - last.ts < NEAR * BAR_MS[timeframe])
        return bad('too_near', `the bar begins ${(bar.ts - last.ts) / MINUTE} minutes after the one before`);
      if (isRepeat(bar, last)) return bad('stale', 'the bar repeats the one before in every figure');
    }
    farBars = 0;
    last = bar;
    return null;
  };
};
