import { and, eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { bars, feedCursors, type instruments } from '#src/db/schema.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { smallerThan } from '#src/shared/timeframes.ts';
import { barsAfter, barsBefore } from './bar-store.ts';
import { CALENDARS } from '../sessions/calendars.ts';
import { endsOf } from './ends.ts';
import { barMerger } from './merge.ts';
import { marketMomentIn } from './larger-bars.ts';
import { periodsOf } from './periods.ts';
import { splitsOf } from '../splits/split-store.ts';

/** This many smaller bars are read at once. */
const AT_ONCE = 5_000;

/** The smallest stored timeframe of an instrument whose bars make up those of `timeframe`; null if there is none. */
export async function smallestStored(
  app: Database,
  instrumentId: string,
  timeframe: Timeframe,
): Promise<Timeframe | null> {
  for (const size of smallerThan(timeframe).toReversed()) {
    const [any] = await app
      .select({ ts: bars.ts })
      .from(bars)
      .where(and(eq(bars.instrumentId, instrumentId), eq(bars.timeframe, size)))
      .limit(1);
    if (any) return size;
  }
  return null;
}

/** When an instrument with a feed has complete bars from (ms, UTC). */
async function wholeFrom(app: Database, instrumentId: string): Promise<number> {
  const [cursor] = await app
    .select({ at: feedCursors.wholeFrom })
    .from(feedCursors)
    .where(eq(feedCursors.instrumentId, instrumentId));
  return cursor?.at?.getTime() ?? Number.POSITIVE_INFINITY;
}

type Asked = {
  instrument: Pick<typeof instruments.$inferSelect, 'id' | 'session'>;
  timeframe: Timeframe;
  /** The timeframe of the stored bars from which the states are built. */
  smaller: Timeframe;
  /** When the first and the last closed bar of interest begin (ms, UTC), and the latest that may begin at all. */
  first: number;
  last: number;
  to: number;
};

/**
 * The states of a series' bars while they were open, after each smaller stored bar: what a live feed shows its rules,
 * built by the same code. Reads in parts, as far as needed. Bars with missing smaller bars are left out.
 */
export async function storedOpenBars(app: Database, asked: Asked) {
  const { instrument, timeframe, smaller } = asked;
  const calendar = CALENDARS[instrument.session];
  const series = { instrumentId: instrument.id, timeframe: smaller };
  const splits = await splitsOf(app, series);
  const periodAt = periodsOf(calendar, timeframe);
  const { endOf, nextEnd } = endsOf(calendar, smaller);
  const inside = marketMomentIn(periodAt, endOf);
  const merger = barMerger(calendar, timeframe, () => splits, inside);
  const [before = []] = await barsBefore(app, [{ ...series, before: asked.first, count: 1 }]);
  const isBegun = before.length > 0;
  let read: Bar[] = [];
  let next = 0;
  let readUntil = asked.first - 1;
  let isAll = false;
  let isFirst = true;
  /** When the bar begins that the first smaller bar is in the middle of. */
  let torn: number | null = null;

  const peek = async (): Promise<Bar | null> => {
    if (next === read.length && !isAll) {
      read = await barsAfter(app, series, readUntil, AT_ONCE);
      next = 0;
      isAll = read.length < AT_ONCE;
      readUntil = read.at(-1)?.ts ?? readUntil;
    }
    return read[next] ?? null;
  };
  const startOf = (bar: Bar): number => periodAt(inside(bar))?.start ?? bar.ts;
  /** Reads the smaller bars of bars that begin by a time. @returns the states of those that are open */
  const until = async (begun: number): Promise<Bar[]> => {
    const shown: Bar[] = [];
    for (let bar = await peek(); bar && startOf(bar) <= begun; bar = await peek()) {
      next += 1;
      if (isFirst && !isBegun) torn = nextEnd(startOf(bar)) === endOf(bar.ts) ? null : startOf(bar);
      isFirst = false;
      merger.add(bar);
      const open = merger.open(endOf(bar.ts));
      if (open && open.ts !== torn) shown.push(open);
    }
    return shown;
  };
  return {
    /** Whether there are smaller bars from before the first bar of interest. */
    isBegun,
    /** The states of a closed bar. Ask oldest first. */
    before: async (bar: Bar): Promise<Bar[]> =>
      bar.ts < asked.first ? [] : (await until(bar.ts)).filter(({ ts }) => ts === bar.ts),
    /** The states of the bar after the last closed one. */
    after: async (): Promise<Bar[]> => {
      const whole = await wholeFrom(app, instrument.id);
      const shown = await until(asked.to);
      return shown.filter(({ ts }) => ts > asked.last && ts >= whole);
    },
  };
}
