import { and, eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { bars, feedCursors, type instruments } from '#src/db/schema.ts';
import { type Bar, type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { barsAfter, barsBefore } from '../feeds/bar-store.ts';
import { CALENDARS } from '../feeds/bars/calendars.ts';
import { endsOf } from '../feeds/bars/ends.ts';
import { barMerger } from '../feeds/bars/merge.ts';
import { marketMomentIn } from '../feeds/bars/larger-bars.ts';
import { periodsOf } from '../feeds/bars/periods.ts';
import { splitsOf } from '../feeds/split-store.ts';

/** So many smaller bars are read at once. */
const AT_ONCE = 5_000;

/** The smallest bars, smaller than a timeframe, that are stored of an instrument; null where there are none. */
export async function smallestStored(
  app: Database,
  instrumentId: string,
  timeframe: Timeframe,
): Promise<Timeframe | null> {
  for (const size of TIMEFRAMES.slice(0, TIMEFRAMES.indexOf(timeframe))) {
    const [any] = await app
      .select({ ts: bars.ts })
      .from(bars)
      .where(and(eq(bars.instrumentId, instrumentId), eq(bars.timeframe, size)))
      .limit(1);
    if (any) return size;
  }
  return null;
}

/** Of an instrument with a feed, every bar that begins at or after this (ms, UTC) was seen whole. */
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
  /** The size of the stored bars by which the larger ones are looked at. */
  smaller: Timeframe;
  /** When the first and the last closed bar begin that are looked into (ms, UTC), and the latest that may begin at all. */
  first: number;
  last: number;
  to: number;
};

/**
 * How the bars of a series stood before they were closed, whenever a smaller stored one in them had closed: the moments
 * at which a live feed shows them to its rules, and made by the same code. Read as far as somebody looks, a part at a
 * time. A bar of which the smaller ones are not all there is left out.
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
  /** The beginning of the bar that the first smaller one lies in the middle of. */
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
  /** Takes the smaller bars of larger ones that begin by a moment. @returns those that are not over, as they stood */
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
    /** Whether there are smaller bars from before the first that is looked into. */
    isBegun,
    /** Of a closed bar; they are asked for oldest first. */
    before: async (bar: Bar): Promise<Bar[]> =>
      bar.ts < asked.first ? [] : (await until(bar.ts)).filter(({ ts }) => ts === bar.ts),
    /** Of the one after the last closed one. */
    after: async (): Promise<Bar[]> => {
      const whole = await wholeFrom(app, instrument.id);
      const shown = await until(asked.to);
      return shown.filter(({ ts }) => ts > asked.last && ts >= whole);
    },
  };
}
