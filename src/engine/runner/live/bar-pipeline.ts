import { type Bar, type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { barBuilder } from '#src/engine/market/bars/bar-builder.ts';
import type { MarketCalendar } from '#src/engine/market/sessions/calendars.ts';
import { barMerger } from '#src/engine/market/bars/merge.ts';
import { periodsOf } from '#src/engine/market/bars/periods.ts';
import type { Split } from '#src/engine/market/splits/corporate-actions.ts';
import type { Tick } from '#src/engine/market/tick.ts';
import type { Cursor } from '#src/engine/exchanges/live/exchange.ts';
import { type Doubt, type KnownPrice, tickInspector } from '#src/engine/market/quarantine/tick-inspector.ts';

const MINUTE = 60_000;
/** A bar stays open for late trades this long after its end, in ms. */
export const GRACE_MS = 2_000;
/** A trade may be stamped this much earlier than one with a smaller number, in ms. */
const MARGIN_MS = 5_000;
const LARGER = TIMEFRAMES.filter((timeframe) => timeframe !== '1m');

/** How far an instrument is processed. Times in ms, UTC; `closedUntil` is a full minute. */
export type Progress = { closedUntil: number; wholeFrom: number; cursor: Cursor };
/** Bars that closed, and `shown`: the same with the states of the open bar after each minute before them. */
export type Closed = { timeframe: Timeframe; bars: Bar[]; shown: Bar[] };

/**
 * Builds the bars of one instrument from its trades: minutes from trades, larger timeframes from minutes. Only complete
 * bars come out; the minute in which it starts, and larger bars that began before, don't. The result depends on the
 * trades alone, not on restarts or on how the trades are batched.
 * @param from where it continues, or null to start with the next trade
 * @param stored the stored bars that the bars open at `from.closedUntil` consist of, oldest first (`rangesOf`)
 * @param splits the splits of the instrument known by now, in order of time
 * @param known the last trusted price before `from.closedUntil`, to judge the first trade by
 */
export const createBarPipeline = (
  calendar: MarketCalendar,
  from: Progress | null,
  stored: readonly Bar[] = [],
  splits?: () => readonly Split[],
  known: KnownPrice | null = closingPrice(stored.at(-1)),
) => {
  const inspect = tickInspector(splits, known);
  const minuteAt = periodsOf(calendar, '1m');
  const mergers = LARGER.map((timeframe) => ({ timeframe, merger: barMerger(calendar, timeframe, splits) }));
  const begun = from ? begin(from.closedUntil) : null;
  let builder = begun;
  let wholeFrom = from?.wholeFrom ?? 0;
  let closedUntil = from?.closedUntil ?? 0;
  let last: Cursor | null = from?.cursor ?? null;
  let newest: Tick | null = null;
  /** The smallest trade number in each open minute. */
  const firstIds = new Map<number, number>();
  /** The trades of open minutes by key, where the source may still correct them. */
  const correctable = new Map<number, Tick[]>();
  for (const { merger } of mergers) {
    for (const bar of stored) merger.add(bar);
    // Bars that ended by then were given out before.
    merger.close(closedUntil);
  }

  function begin(ts: number) {
    return barBuilder({ calendar, timeframe: '1m', graceMs: GRACE_MS, from: ts });
  }

  /** The number of the last trade before all those in open minutes. */
  const doneId = (): number | null => {
    const open = [...firstIds].filter(([start]) => start >= closedUntil).map(([, id]) => id);
    return open.length > 0 ? Math.min(...open) - 1 : (last?.id ?? null);
  };

  return {
    /** @returns what is wrong with the trade, `late` if its bar is closed, or null */
    add: (tick: Tick, receivedAt: number): Doubt | 'late' | null => {
      // What makes no price isn't judged by it.
      const doubt = tick.volumeOnly ? null : inspect(tick, receivedAt);
      last = tick;
      if (doubt) return doubt;
      if (!tick.volumeOnly && (!newest || tick.ts >= newest.ts)) newest = tick;
      const minute = minuteAt(tick.ts);
      if (!minute) return null;
      if (!builder) {
        // The first minute is incomplete.
        wholeFrom = closedUntil = minute.end;
        builder = begin(wholeFrom);
      }
      const taken = builder.add(tick);
      if (taken === 'taken' && tick.id !== null)
        firstIds.set(minute.start, Math.min(tick.id, firstIds.get(minute.start) ?? tick.id));
      if (taken === 'taken' && tick.key !== undefined) {
        const own = correctable.get(minute.start) ?? [];
        own.push(tick);
        correctable.set(minute.start, own);
      }
      return taken === 'late' ? 'late' : null;
    },
    /** Cancels a trade of an open minute, or corrects it to `by`. @returns false if its bar is closed */
    withdraw: (key: string, by: Tick | null): boolean => {
      for (const [start, ticks] of correctable) {
        const at = ticks.findIndex((tick) => tick.key === key);
        if (at < 0) continue;
        const [wrong] = ticks.splice(at, 1, ...(by ? [by] : []));
        if (newest === wrong) newest = by ?? ticks.findLast((tick) => !tick.volumeOnly) ?? null;
        return builder?.remake(start, ticks) ?? false;
      }
      return false;
    },
    /** The bars that closed, smallest timeframe first. `now` (ms, UTC): the time at the exchange, if later than its trades. */
    close: (now?: number): { closed: Closed[]; progress: Progress } | null => {
      if (!builder) return null;
      const bars = builder.close(now);
      const until = Math.floor(builder.closedUntil() / MINUTE) * MINUTE;
      if (until <= closedUntil) return null;
      const closed: Closed[] = bars.length > 0 ? [{ timeframe: '1m', bars, shown: bars }] : [];
      for (const { timeframe, merger } of mergers) {
        const shown = bars
          .flatMap((bar) => [...merger.add(bar), merger.open(bar.ts + MINUTE) ?? []].flat())
          .concat(merger.close(until))
          .filter((bar) => bar.ts >= wholeFrom);
        const larger = shown.filter((bar) => bar.until === undefined);
        if (shown.length > 0) closed.push({ timeframe, bars: larger, shown });
      }
      closedUntil = until;
      for (const start of firstIds.keys()) if (start < until) firstIds.delete(start);
      for (const start of correctable.keys()) if (start < until) correctable.delete(start);
      const cursor = { id: doneId(), ts: Math.min(until, last?.ts ?? until) - MARGIN_MS };
      return { closed, progress: { closedUntil: until, wholeFrom, cursor } };
    },
    newest: (): Tick | null => newest,
  };
};

/** The last price of a minute, taken as paid at its end. */
export const closingPrice = (minute: Bar | undefined): KnownPrice | null =>
  minute ? { ts: minute.ts + MINUTE - 1, price: minute.close, text: { price: minute.text.close } } : null;

export type BarPipeline = ReturnType<typeof createBarPipeline>;
