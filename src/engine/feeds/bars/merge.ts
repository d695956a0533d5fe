import { add, decimalText, parseDecimal } from '#src/shared/decimal.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { afterSplit, ratioBetween, type Split } from '../corporate-actions.ts';
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
 * themselves would have made. A bar in which a split takes effect is made as it stands after it: what was traded before
 * comes in at the new scale.
 * @param splits those of the instrument that are known by now, in order of time
 * @param inside a moment in a smaller bar at which the market is open: a day may begin long before it is
 */
export const barMerger = (
  calendar: MarketCalendar,
  timeframe: Timeframe,
  splits: () => readonly Split[] = () => [],
  inside: (bar: Bar) => number = ({ ts }) => ts,
) => {
  const periodAt = periodsOf(calendar, timeframe);
  /** `newest`: where the last bar that came in begins. */
  let growing: { period: Period; bar: Bar; newest: number } | null = null;

  const takeOut = (): Bar[] => {
    const done = growing ? [growing.bar] : [];
    growing = null;
    return done;
  };
  return {
    /** @returns the larger bar that this one shows to be over, if any */
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
    /** The larger bar that ended by `complete` (ms, UTC), the moment until which every smaller one was given. */
    close: (complete: number): Bar[] => (growing && growing.period.end <= complete ? takeOut() : []),
    /**
     * The larger bar as it stands at a moment (ms, UTC), the end of the last smaller one; null where it is over then.
     * Null also before a split that takes effect in it: the bars before it are seen as they will stand after that.
     */
    open: (until: number): Bar | null => {
      if (!growing || growing.period.end <= until) return null;
      const { end } = growing.period;
      if (splits().some(({ ts }) => ts >= until && ts < end)) return null;
      return { ...growing.bar, until };
    },
  };
};
