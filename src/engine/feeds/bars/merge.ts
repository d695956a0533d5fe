import { add, decimalText, parseDecimal } from '#src/shared/decimal.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import type { MarketCalendar } from './calendars.ts';
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
 * Makes larger bars of smaller closed ones, which are given oldest first. They equal the bars that the ticks
 * themselves would have made.
 */
export const barMerger = (calendar: MarketCalendar, timeframe: Timeframe) => {
  const periodAt = periodsOf(calendar, timeframe);
  let growing: { period: Period; bar: Bar } | null = null;

  const takeOut = (): Bar[] => {
    const done = growing ? [growing.bar] : [];
    growing = null;
    return done;
  };
  return {
    /** @returns the larger bar that this one shows to be over, if any */
    add: (bar: Bar): Bar[] => {
      const period = periodAt(bar.ts);
      if (!period) return [];
      if (growing && growing.period.start === period.start) {
        growing.bar = joined(growing.bar, bar);
        return [];
      }
      const done = takeOut();
      growing = { period, bar: { ...bar, ts: period.start } };
      return done;
    },
    /** The larger bar that ended by `complete` (ms, UTC), the moment until which every smaller one was given. */
    close: (complete: number): Bar[] => (growing && growing.period.end <= complete ? takeOut() : []),
  };
};
