import type { Bar, Timeframe } from '#src/shared/market.ts';
import { KEPT_TIMEFRAMES } from '#src/shared/timeframes.ts';
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
const LARGER = KEPT_TIMEFRAMES.filter((timeframe) => timeframe !== '1m');

/** How far an instrument is processed. Times in ms, UTC; `closedUntil` is a full minute. */
export type Progress = { closedUntil: number; wholeFrom: number; cursor: Cursor };
/**
 * A timeframe that isn't kept of every symbol. Without a merger, the minutes are collected: the stored bars before them
 * are being read. `wholeFrom`: bars that begin before are incomplete (ms, UTC).
 */
type Made = { merger: ReturnType<typeof barMerger> | null; minutes: Bar[]; wholeFrom: number | null };
/** `isPartial`: a timeframe still lacks what came before, and its bars come later. */
export type ClosedBatch = { closed: Closed[]; progress: Progress; isPartial: boolean };
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
  const made = new Map<Timeframe, Made>();
  const begun = from ? begin(from.closedUntil) : null;
  let builder = begun;
  let wholeFrom = from?.wholeFrom ?? 0;
  let closedUntil = from?.closedUntil ?? 0;
  let last: Cursor | null = from?.cursor ?? null;
  let reached: Progress | null = null;
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

  /** A larger bar as it is shown to rules: open after each minute, and closed. */
  function grown(merger: ReturnType<typeof barMerger>, minutes: readonly Bar[], until: number): Bar[] {
    return minutes
      .flatMap((bar) => [...merger.add(bar), merger.open(bar.ts + MINUTE) ?? []].flat())
      .concat(merger.close(until));
  }
  const closedOf = (timeframe: Timeframe, shown: Bar[]): Closed[] => {
    const bars = shown.filter((bar) => bar.until === undefined);
    return shown.length > 0 ? [{ timeframe, bars, shown }] : [];
  };

  /** What the collected minutes make, of the timeframes that have what came before. */
  const madeUntil = (until: number): Closed[] =>
    [...made].flatMap(([timeframe, { merger, minutes, wholeFrom: from }]) => {
      if (!merger) return [];
      const shown = grown(merger, minutes.splice(0), until);
      return closedOf(
        timeframe,
        shown.filter((bar) => bar.ts >= (from ?? wholeFrom)),
      );
    });
  const isPartial = (): boolean => [...made.values()].some(({ merger }) => merger === null);

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
    /**
     * The bars that closed, smallest timeframe first, then those that are made on demand. `now` (ms, UTC): the time at the
     * exchange, if later than its trades.
     */
    close: (now?: number): ClosedBatch | null => {
      if (!builder) return null;
      const bars = builder.close(now);
      const until = Math.floor(builder.closedUntil() / MINUTE) * MINUTE;
      if (until <= closedUntil) return null;
      const closed: Closed[] = bars.length > 0 ? [{ timeframe: '1m', bars, shown: bars }] : [];
      for (const { timeframe, merger } of mergers) {
        const shown = grown(merger, bars, until).filter((bar) => bar.ts >= wholeFrom);
        closed.push(...closedOf(timeframe, shown));
      }
      for (const own of made.values()) own.minutes.push(...bars);
      closed.push(...madeUntil(until));
      closedUntil = until;
      for (const start of firstIds.keys()) if (start < until) firstIds.delete(start);
      for (const start of correctable.keys()) if (start < until) correctable.delete(start);
      const cursor = { id: doneId(), ts: Math.min(until, last?.ts ?? until) - MARGIN_MS };
      reached = { closedUntil: until, wholeFrom, cursor };
      return { closed, progress: reached, isPartial: isPartial() };
    },
    newest: (): Tick | null => newest,
    /** The timeframes that are made on demand. */
    made: (): Timeframe[] => [...made.keys()],
    /** Collects the minutes of a timeframe from now on. @returns until when bars closed, and from when they are whole (ms, UTC) */
    expect: (timeframe: Timeframe): Pick<Progress, 'closedUntil' | 'wholeFrom'> => {
      made.set(timeframe, { merger: null, minutes: [], wholeFrom: null });
      return { closedUntil, wholeFrom };
    },
    /**
     * Makes bars of a timeframe from the collected minutes on.
     * @returns those that these make already, if minutes closed meanwhile
     * @param before the stored bars that the bar open at the time of `expect` consists of, at moments of their sessions
     * @param wholeFrom from when bars are complete (ms, UTC), if they are earlier than those of the feed
     */
    follow: (timeframe: Timeframe, before: readonly Bar[], from: number | null): ClosedBatch | null => {
      const own = made.get(timeframe);
      if (!own) return null;
      own.merger = barMerger(calendar, timeframe, splits);
      own.wholeFrom = from;
      for (const bar of before) own.merger.add(bar);
      return reached && { closed: madeUntil(closedUntil), progress: reached, isPartial: isPartial() };
    },
    /** No rule asks for a timeframe any more. */
    leave: (timeframe: Timeframe): void => void made.delete(timeframe),
  };
};

/** The last price of a minute, taken as paid at its end. */
export const closingPrice = (minute: Bar | undefined): KnownPrice | null =>
  minute ? { ts: minute.ts + MINUTE - 1, price: minute.close, text: { price: minute.text.close } } : null;

export type BarPipeline = ReturnType<typeof createBarPipeline>;
