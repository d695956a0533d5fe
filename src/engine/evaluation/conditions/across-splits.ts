import { afterSplit, type Split } from '#src/engine/market/splits/corporate-actions.ts';
import type { Bar, Detection } from '#src/shared/market.ts';
import type { RuleRun } from './rule-feed.ts';

/** A detector, or a rule: what looks back so far and can begin anew. */
type Restartable = { lookback: number; start: (from?: number) => (bar: Bar) => Detection | null };
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
  const run = (bar: Bar): Detection | null => {
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
