import type { Bar, Finding } from '#src/shared/market.ts';
import type { RuleRun } from '../conditions/rule-feed.ts';

/** From the bar that begins at or after `ts` on, one old share is `ratio` new ones: 4 for a split of 4 for 1, 0.1 for 1 for 10. */
export type Split = {
  ts: number;
  ratio: number;
  /** What the volume is multiplied by, where that is not the ratio: 1 for a dividend. */
  volumeRatio?: number;
};

/**
 * What a price is divided by, from one moment to another (ms, UTC): the ratios of the splits that take effect after the
 * first and by the second, multiplied. Where the second comes before the first, the other way round.
 */
export const ratioBetween = (splits: readonly Split[], from: number, to: number): number => {
  if (to < from) return 1 / ratioBetween(splits, to, from);
  return splits.reduce((all, { ts, ratio }) => (ts > from && ts <= to ? all * ratio : all), 1);
};

const figure = (value: number): string => String(Number(value.toPrecision(12)));

/** A bar from before a split as it would stand after it: prices divided by the ratio, the volume multiplied. */
export const afterSplit = (bar: Bar, ratio: number, volumeRatio = ratio): Bar => {
  const text = {
    open: figure(bar.open / ratio),
    high: figure(bar.high / ratio),
    low: figure(bar.low / ratio),
    close: figure(bar.close / ratio),
    volume: bar.volume === null ? null : figure(bar.volume * volumeRatio),
  };
  return {
    ts: bar.ts,
    open: Number(text.open),
    high: Number(text.high),
    low: Number(text.low),
    close: Number(text.close),
    volume: text.volume === null ? null : Number(text.volume),
    text,
  };
};

/** A detector, or a rule: what looks back so far and can begin anew. */
type Restartable = { lookback: number; start: (from?: number) => (bar: Bar) => Finding | null };
/** Moments at which everything begins anew, before the first bar that ends after them: splits of other symbols. */
export type Breaks = { at: readonly number[]; endOf: (ts: number) => number };

/**
 * Runs a detector over raw bars, oldest first. At a split it begins anew with the bars that it needs, as they would
 * stand after the split: neither the price's step nor an average of two scales is an event. Only as many bars are kept
 * as the detector looks back. A bar that is not closed is shown to the detector, and not kept.
 * @param splits in order of time
 */
export const acrossSplits = (detector: Restartable, splits: readonly Split[], breaks?: Breaks): RuleRun => {
  let feed = breaks ? detector.start(Number.NEGATIVE_INFINITY) : detector.start();
  let kept: Bar[] = [];
  let next = 0;
  let nextBreak = 0;
  const endOf = (bar: Bar): number => bar.until ?? breaks?.endOf(bar.ts) ?? bar.ts;
  const isBroken = (bar: Bar): boolean => {
    const before = nextBreak;
    if (breaks) while ((breaks.at[nextBreak] ?? Infinity) < endOf(bar)) nextBreak += 1;
    return nextBreak > before;
  };
  let heldBefore: boolean | null = null;
  const run = (bar: Bar): Finding | null => {
    let [ratio, volumeRatio] = [1, 1];
    heldBefore = null;
    for (let split = splits[next]; split && split.ts <= bar.ts; split = splits[(next += 1)]) {
      ratio *= split.ratio;
      volumeRatio *= split.volumeRatio ?? split.ratio;
    }
    if (isBroken(bar) || ratio !== 1) {
      if (ratio !== 1) kept = kept.map((each) => afterSplit(each, ratio, volumeRatio));
      feed = breaks ? detector.start(endOf(bar)) : detector.start();
      heldBefore = false;
      for (const each of kept) heldBefore = feed(each) !== null;
    }
    if (bar.until === undefined && (next < splits.length || nextBreak < (breaks?.at.length ?? 0))) {
      kept.push(bar);
      // One more than decides: whether it was true on the bar before is part of what is known.
      if (kept.length > detector.lookback + 1) kept.shift();
    }
    return feed(bar);
  };
  return Object.assign(run, { heldBefore: () => heldBefore });
};
