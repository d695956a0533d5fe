import { add, decimalText, type Decimal, parseDecimal } from '#src/shared/decimal.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import type { Tick } from '../tick.ts';
import type { MarketCalendar } from '../sessions/calendars.ts';
import { type Period, periodsOf } from './periods.ts';

type BuilderOptions = {
  calendar: MarketCalendar;
  timeframe: Timeframe;
  /** How long after its end a bar still accepts ticks, in ms. */
  graceMs: number;
  /** Bars that begin before this time (ms, UTC) are complete already; their ticks are left out. */
  from?: number;
};

/** `late`: its bar is closed. `closed_market`: there is no bar at its time. `before`: its bar was complete at the start. */
export type Taken = 'taken' | 'late' | 'closed_market' | 'before';

type Growing = { period: Period; open: Tick; high: Tick; low: Tick; close: Tick; volume: Decimal | null };

const ZERO: Decimal = { digits: 0n, scale: 0 };

/** Which of two ticks is first: by time, then by number, then by arrival. */
const isBefore = (a: Tick, b: Tick): boolean =>
  a.ts < b.ts || (a.ts === b.ts && a.id !== null && b.id !== null && a.id < b.id);

const grow = (bar: Growing, tick: Tick): void => {
  if (!tick.volumeOnly) {
    if (isBefore(tick, bar.open)) bar.open = tick;
    if (!isBefore(tick, bar.close)) bar.close = tick;
    if (tick.price > bar.high.price) bar.high = tick;
    if (tick.price < bar.low.price) bar.low = tick;
  }
  if (bar.volume && tick.text.size !== null)
    bar.volume = add(bar.volume, parseDecimal(tick.text.size) ?? ZERO);
};

const finished = ({ period, open, high, low, close, volume }: Growing): Bar => {
  const volumeText = volume ? decimalText(volume) : null;
  return {
    ts: period.start,
    open: open.price,
    high: high.price,
    low: low.price,
    close: close.price,
    volume: volumeText === null ? null : Number(volumeText),
    text: {
      open: open.text.price,
      high: high.text.price,
      low: low.text.price,
      close: close.text.price,
      volume: volumeText,
    },
  };
};

/**
 * Builds bars from ticks. A bar closes when a tick arrives that is later than its end plus the grace period, or when
 * `close` is given such a time. So the bars don't depend on how the ticks are batched. A late tick within the grace
 * period amends its bar. Each tick may be given only once (see `inOrder`).
 */
export const barBuilder = ({ calendar, timeframe, graceMs, from }: BuilderOptions) => {
  const periodAt = periodsOf(calendar, timeframe);
  const growing = new Map<number, Growing>();
  /** Volume that came before the first price of its bar. */
  const early = new Map<number, Decimal>();
  let watermark = Number.NEGATIVE_INFINITY;
  /** The end of the first open bar: nearly every tick closes none. */
  let firstEnd = Infinity;

  function put(period: Period, tick: Tick): void {
    const bar = growing.get(period.start);
    if (bar) return grow(bar, tick);
    const size = tick.text.size === null ? null : (parseDecimal(tick.text.size) ?? ZERO);
    const before = early.get(period.start);
    const volume = size && before ? add(size, before) : size;
    if (tick.volumeOnly) {
      if (volume) early.set(period.start, volume);
      return;
    }
    early.delete(period.start);
    firstEnd = Math.min(firstEnd, period.end);
    growing.set(period.start, { period, open: tick, high: tick, low: tick, close: tick, volume });
  }

  return {
    add: (tick: Tick): Taken => {
      const period = periodAt(tick.ts);
      if (!period) return 'closed_market';
      if (from !== undefined && period.start < from) return 'before';
      if (period.end + graceMs <= watermark) return 'late';
      if (tick.ts > watermark) watermark = tick.ts;
      put(period, tick);
      return 'taken';
    },
    /** Makes the open bar at a time (ms, UTC) anew of these ticks. @returns false if that bar is closed */
    remake: (ts: number, ticks: readonly Tick[]): boolean => {
      const period = periodAt(ts);
      if (!period || period.end + graceMs <= watermark) return false;
      growing.delete(period.start);
      early.delete(period.start);
      for (const tick of ticks) put(period, tick);
      return true;
    },
    /** The bars that closed, oldest first, each once. `now` (ms, UTC): the time, if it's later than the ticks. */
    close: (now = Number.NEGATIVE_INFINITY): Bar[] => {
      if (now > watermark) watermark = now;
      for (const start of early.keys())
        if ((periodAt(start)?.end ?? start) + graceMs <= watermark) early.delete(start);
      if (firstEnd + graceMs > watermark) return [];
      const done = [...growing.values()]
        .filter(({ period }) => period.end + graceMs <= watermark)
        .sort((a, b) => a.period.start - b.period.start);
      for (const { period } of done) growing.delete(period.start);
      firstEnd = Math.min(...[...growing.values()].map(({ period }) => period.end));
      return done.map(finished);
    },
    /** Every bar up to this time (ms, UTC) is closed. */
    closedUntil: (): number => watermark - graceMs,
    /** The open bars as they are now, oldest first. */
    open: (): Bar[] => [...growing.values()].sort((a, b) => a.period.start - b.period.start).map(finished),
  };
};
