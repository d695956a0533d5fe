import { type Bar, type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { barBuilder } from '../bars/bar-builder.ts';
import type { MarketCalendar } from '../bars/calendars.ts';
import { barMerger } from '../bars/merge.ts';
import { periodsOf } from '../bars/periods.ts';
import type { Split } from '../corporate-actions.ts';
import type { Tick } from '../tick.ts';
import type { Cursor } from './exchange.ts';
import { type Doubt, type KnownPrice, tickInspector } from './tick-inspector.ts';

const MINUTE = 60_000;
/** A bar takes late trades for so long. */
export const GRACE_MS = 2_000;
/** Trades that are numbered after others may be stamped this much before them. */
const MARGIN_MS = 5_000;
const LARGER = TIMEFRAMES.filter((timeframe) => timeframe !== '1m');

/** How far an instrument has been dealt with: all times in ms, UTC, `closedUntil` on the minute. */
export type Progress = { closedUntil: number; wholeFrom: number; cursor: Cursor };
/** The bars that have closed, and all that rules are shown: before each how it stood whenever a minute in it had closed. */
export type Closed = { timeframe: Timeframe; bars: Bar[]; shown: Bar[] };

/**
 * One instrument on its way from trades to bars of every size. Minutes are made of trades and all larger bars of
 * minutes. Only bars that were seen whole come out: the minute one begins in does not, and no larger bar that began
 * before. What comes out depends on the trades alone, not on how they are cut into pieces or where one begins again.
 * @param stored the stored bars of which those are made that grow at `from.closedUntil`, oldest first (`stretchesOf`)
 * @param splits those of the instrument that are known by now, in order of time
 * @param known the last price that was believed before `from.closedUntil`: the first trade is judged by it
 */
export const createLine = (
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
  /** Of each minute that still grows, the smallest number of its trades. */
  const firstIds = new Map<number, number>();
  for (const { merger } of mergers) {
    for (const bar of stored) merger.add(bar);
    // What was over by then has come out before, and no bar can be made of larger ones.
    merger.close(closedUntil);
  }

  function begin(ts: number) {
    return barBuilder({ calendar, timeframe: '1m', graceMs: GRACE_MS, from: ts });
  }

  /** The number of the last trade before all those in minutes that still grow. */
  const doneId = (): number | null => {
    const open = [...firstIds].filter(([start]) => start >= closedUntil).map(([, id]) => id);
    return open.length > 0 ? Math.min(...open) - 1 : (last?.id ?? null);
  };

  return {
    /** @returns what is wrong with the trade, `late` where its bar is closed, null where all is well */
    add: (tick: Tick, receivedAt: number): Doubt | 'late' | null => {
      const doubt = inspect(tick, receivedAt);
      last = tick;
      if (doubt) return doubt;
      if (!newest || tick.ts >= newest.ts) newest = tick;
      const minute = minuteAt(tick.ts);
      if (!minute) return null;
      if (!builder) {
        // The minute that one begins in was not seen whole.
        wholeFrom = closedUntil = minute.end;
        builder = begin(wholeFrom);
      }
      const taken = builder.add(tick);
      if (taken === 'taken' && tick.id !== null)
        firstIds.set(minute.start, Math.min(tick.id, firstIds.get(minute.start) ?? tick.id));
      return taken === 'late' ? 'late' : null;
    },
    /** The bars that are closed, sizes in order; `now` (ms, UTC) says how late it is at the exchange where no trade does. */
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
      const cursor = { id: doneId(), ts: Math.min(until, last?.ts ?? until) - MARGIN_MS };
      return { closed, progress: { closedUntil: until, wholeFrom, cursor } };
    },
    newest: (): Tick | null => newest,
  };
};

/** What was paid last in a minute: at its very end, as far as anybody knows. */
export const closingPrice = (minute: Bar | undefined): KnownPrice | null =>
  minute ? { ts: minute.ts + MINUTE - 1, price: minute.close, text: { price: minute.text.close } } : null;

export type Line = ReturnType<typeof createLine>;
