import { add, decimalText, parseDecimal } from '#src/shared/decimal.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { afterSplit, ratioBetween, type Split } from '../splits/corporate-actions.ts';
import type { MarketCalendar } from '../sessions/calendars.ts';
import { type Period, periodsOf } from './periods.ts';

const addVolumes = (a: string | null, b: string | null): string | null => {
  const [left, right] = [a === null ? null : parseDecimal(a), b === null ? null : parseDecimal(b)];
  return left && right ? decimalText(add(left, right)) : null;
};

const joined = (bar: Bar, next: Bar): Bar => {
  const [high, low] = [next.high > bar.high ? next : bar, next.low < bar.low ? next : bar];
  const volume = addVolumes(bar.text.volume, next.text.volume);
  return {
    ts: bar.ts,
    open: bar.open,
    high: high.high,
    low: low.low,
    close: next.close,
    volume: volume === null ? null : Number(volume),
    text: { ...bar.text, high: high.text.high, low: low.text.low, close: next.text.close, volume },
  };
};

/**
 * Builds larger bars from smaller closed bars, oldest first. They equal the bars built from the ticks. A bar with a
 * split in it has the scale after the split: earlier prices are adjusted.
 * @param splits the splits of the instrument known by now, in order of time
 * @param inside a time inside of a smaller bar at which the market is open: a day begins long before the open
 */
export const barMerger = (
  calendar: MarketCalendar,
  timeframe: Timeframe,
  splits: () => readonly Split[] = () => [],
  inside: (bar: Bar) => number = ({ ts }) => ts,
) => {
  const periodAt = periodsOf(calendar, timeframe);
  /** `newest`: when the last smaller bar begins. */
  let growing: { period: Period; bar: Bar; newest: number } | null = null;

  const takeOut = (): Bar[] => {
    const done = growing ? [growing.bar] : [];
    growing = null;
    return done;
  };
  return {
    /** @returns the larger bar that ended before this one, if any */
    add: (bar: Bar): Bar[] => {
      const period = periodAt(inside(bar));
      if (!period) return [];
      if (growing && growing.period.start === period.start) {
        const ratio = ratioBetween(splits(), growing.newest, bar.ts);
        growing.bar = joined(ratio === 1 ? growing.bar : afterSplit(growing.bar, ratio), bar);
        growing.newest = bar.ts;
        return [];
      }
      const done = takeOut();
      growing = { period, bar: { ...bar, ts: period.start }, newest: bar.ts };
      return done;
    },
    /** The larger bar that ended by `complete` (ms, UTC), up to which every smaller bar was given. */
    close: (complete: number): Bar[] => (growing && growing.period.end <= complete ? takeOut() : []),
    /**
     * The open larger bar at a time (ms, UTC), the end of the last smaller bar. Null if it ends then, and null before a
     * split in it, because the bars before are already adjusted for the split.
     */
    open: (until: number): Bar | null => {
      if (!growing || growing.period.end <= until) return null;
      const { end } = growing.period;
      if (splits().some(({ ts }) => ts >= until && ts < end)) return null;
      return { ...growing.bar, until };
    },
  };
};
