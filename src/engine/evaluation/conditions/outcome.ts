import type { Bar, Detection } from '#src/shared/market.ts';

/** After how many bars it is asked what became of the price. */
const AFTER_BARS = [1, 5, 20] as const;
const MOST = Math.max(...AFTER_BARS);

/** What came after a detection, from its close on; null where the bars end before. */
export type Outcome = {
  /** Change of the close after so many bars, in percent. */
  after: Record<`${(typeof AFTER_BARS)[number]}`, number | null>;
  /** The highest high and the lowest low of the 20 bars after, as percent from the close; of those there are. */
  high: number | null;
  low: number | null;
  /** High and low of the bar itself, as the source wrote them. */
  bar: { high: string; low: string };
};

/** `highest` and `lowest` are prices: they become percent once, when the outcome is given. */
type Waiting = {
  detection: Detection;
  close: number;
  bars: number;
  highest: number;
  lowest: number;
  outcome: Outcome;
};

const change = (to: number, from: number): number => Number(((to / from - 1) * 100).toPrecision(12));

const given = ({ detection, close, highest, lowest, outcome }: Waiting) => ({
  detection,
  outcome: {
    ...outcome,
    high: highest === -Infinity ? null : change(highest, close),
    low: lowest === Infinity ? null : change(lowest, close),
  },
});

/**
 * Holds detections back until twenty bars have passed. `next` is fed a closed bar and what was found on it and answers with
 * the detections whose outcome is known now, oldest first; `open` takes what was found on a bar before it is closed; `end` gives the rest with what is known of them.
 */
export const followUp = () => {
  let waiting: Waiting[] = [];
  const next = (bar: Bar, found: readonly Detection[]): { detection: Detection; outcome: Outcome }[] => {
    for (const each of waiting) {
      each.bars += 1;
      // The bar that was open when it was found is not one after it, and nobody knows what of it came after.
      if (each.bars === 0) continue;
      const { close, outcome } = each;
      each.highest = Math.max(each.highest, bar.high);
      each.lowest = Math.min(each.lowest, bar.low);
      for (const bars of AFTER_BARS)
        if (bars === each.bars) outcome.after[`${bars}`] = change(bar.close, close);
    }
    const done = waiting.filter((each) => each.bars >= MOST).map(given);
    waiting = waiting.filter((each) => each.bars < MOST);
    hold(bar, found);
    return done;
  };
  const hold = (bar: Bar, found: readonly Detection[]): void => {
    for (const detection of found)
      waiting.push({
        detection,
        close: bar.close,
        bars: bar.until === undefined ? 0 : -1,
        highest: -Infinity,
        lowest: Infinity,
        outcome: {
          after: { 1: null, 5: null, 20: null },
          high: null,
          low: null,
          bar: { high: bar.text.high, low: bar.text.low },
        },
      });
  };
  return {
    next,
    open: hold,
    end: (): { detection: Detection; outcome: Outcome }[] => waiting.splice(0).map(given),
  };
};
