import { type Bar, type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import { ratioBetween, type Split } from '../splits/corporate-actions.ts';
import { isOffBySplit, mixesScales } from '../splits/scales.ts';
import type { BadRow } from '../csv/bad-row.ts';

const MINUTE = 60_000;
/** Length of a bar in milliseconds. */
export const BAR_MS = Object.fromEntries(
  TIMEFRAMES.map((name) => [name, BAR_MINUTES[name] * MINUTE]),
) as Readonly<Record<Timeframe, number>>;

/** Real bars, even the wildest, stay within a factor of eight. A slipped decimal point or cents for dollars don't. */
const FAR = 10;
/** After this many bars in a row on another scale, that scale is accepted. */
const SETTLED = 20;
/** A day may have 23 hours, and a session may begin early. */
const NEAR = 0.8;

const bad = (reason: BadRow['reason'], problem: string): BadRow => ({ reason, problem });

/** "4 for 1", "1 for 8". */
const ratioText = (ratio: number): string =>
  ratio >= 1 ? `${Number(ratio.toPrecision(6))} for 1` : `1 for ${Number((1 / ratio).toPrecision(6))}`;

const isFar = (price: number, from: number): boolean => price >= from * FAR || price * FAR <= from;

/** Whether open and close are within low and high. */
export const isWithinRange = ({ open, high, low, close }: Bar): boolean =>
  Math.max(open, close) <= high && Math.min(open, close) >= low;

const isRepeat = (bar: Bar, last: Bar): boolean =>
  bar.volume !== null &&
  bar.volume > 0 &&
  bar.volume === last.volume &&
  bar.open === last.open &&
  bar.high === last.high &&
  bar.low === last.low &&
  bar.close === last.close;

/**
 * Makes a check of closed bars, oldest first: null for a plausible bar, else what is wrong with it. It remembers only the
 * last good bar. A bar is wrong if
 * - its open or close is outside of low to high
 * - its price is about ten times, or a tenth of, the last close, adjusted for splits (a unit error); twenty such bars in
 *   a row are accepted
 * - it repeats open, high, low, close and volume of the bar before, with something traded (stale)
 * - it begins sooner after the bar before than its timeframe allows (mixed timeframes)
 * - it's listed in `misplaced`: on the wrong side of a split
 * - near a split, any of its prices is on the scale of the other side
 * - it's listed in `suspected`: it begins a scale that looks like that after a split
 * @param known the splits of the instrument in order of time; those that a file names, whether its prices show them or
 * not; the bar before the first, if any; when misplaced bars begin (`scaleOf`); the suspected splits that nobody confirmed
 */
export const inspector = (
  timeframe: Timeframe,
  known: {
    splits?: readonly Split[];
    named?: readonly Split[];
    before?: Bar | null;
    misplaced?: ReadonlySet<number>;
    suspected?: readonly Split[];
  } = {},
): ((bar: Bar) => BadRow | null) => {
  const { splits = [], named = [], before = null, misplaced, suspected = [] } = known;
  const scales = [...splits, ...named];
  const doubted = new Map(suspected.map(({ ts, ratio }) => [ts, ratio]));
  let last = before;
  let farBars = 0;
  return (bar) => {
    const { open, high, low, close } = bar;
    if (!isWithinRange(bar))
      return bad(
        'outside_range',
        `open ${bar.text.open} or close ${bar.text.close} lies outside of low to high`,
      );
    if (misplaced?.has(bar.ts))
      return bad('unit', 'its prices are off by the ratio of a split that the file names on another day');
    const doubt = doubted.get(bar.ts);
    if (doubt !== undefined)
      return bad(
        'suspected_split',
        `the price jumps from ${last?.close ?? open} to ${open} and stays there, as after a split of ${ratioText(doubt)}`,
      );
    if (mixesScales(scales, bar))
      return bad('unit', 'some of its prices are from before a split and some from after it');
    if (last) {
      const reference = last.close / ratioBetween(splits, last.ts, bar.ts);
      const far = [open, high, low, close].find((price) => isFar(price, reference));
      if (far !== undefined) {
        farBars += 1;
        if (farBars <= SETTLED)
          return bad('unit', `a price of ${far} beside a last close of ${reference} is in another unit`);
      }
      if (isOffBySplit(scales, bar, reference))
        return bad('unit', `a price is off by the ratio of a split from the last close of ${reference}`);
      if (bar.ts - last.ts < NEAR * BAR_MS[timeframe])
        return bad('too_near', `the bar begins ${(bar.ts - last.ts) / MINUTE} minutes after the one before`);
      if (isRepeat(bar, last)) return bad('stale', 'the bar repeats the one before in every figure');
    }
    farBars = 0;
    last = bar;
    return null;
  };
};
