import type { Database } from '#src/db/database.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { KEPT_TIMEFRAMES } from '#src/shared/timeframes.ts';
import { type MarketCalendar, CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import { marketMomentIn } from '#src/engine/market/bars/larger-bars.ts';
import { periodsOf } from '#src/engine/market/bars/periods.ts';
import type { Split } from '#src/engine/market/splits/corporate-actions.ts';
import { BAR_MS } from '#src/engine/market/quarantine/quarantine.ts';
import { type BarPipeline, closingPrice, createBarPipeline, type Progress } from './bar-pipeline.ts';
import { barsInRanges, lastMinutes, type Watched } from './live-store.ts';
import type { KnownPrice } from '#src/engine/market/quarantine/tick-inspector.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
/** At most this many bars are read in one statement: trades that arrive meanwhile wait no longer than that. */
const MOST_AT_ONCE = 30_000;
const SMALLER_THAN_A_WEEK = KEPT_TIMEFRAMES.filter((timeframe) => timeframe !== '1w').toReversed();

/** The bars of one timeframe that begin in [from, until), in ms, UTC. */
export type BarRange = { timeframe: Timeframe; from: number; until: number };

/**
 * The stored bars that the bars open at `until` (ms, UTC, a full minute) consist of: the days of the week so far, the
 * 4-hour bars of the day so far, and so on down to minutes. That is a few dozen bars instead of thousands of minutes. If
 * there is a split among them, or the market is closed, it's the minutes of the week.
 * @param splits the splits of the instrument, in any order
 */
export const rangesOf = (
  calendar: MarketCalendar,
  until: number,
  splits: readonly Split[] = [],
): BarRange[] => {
  const week = periodsOf(calendar, '1w')(until);
  let from = week?.start ?? until - WEEK_MS;
  // Larger bars may contain the split; only minutes are wholly before or after it.
  if (!week || splits.some(({ ts }) => ts > from && ts < until)) return [{ timeframe: '1m', from, until }];
  return SMALLER_THAN_A_WEEK.flatMap((timeframe) => {
    const [begin, end] = [from, periodsOf(calendar, timeframe)(until)?.start ?? until];
    from = Math.max(begin, end);
    return end > begin ? [{ timeframe, from: begin, until: end }] : [];
  });
};

/** Moves bars to a time inside of the session, as the pipeline expects: a day begins long before its market opens. */
export const insideSession = (calendar: MarketCalendar, timeframe: Timeframe): ((bar: Bar) => Bar) => {
  const inside = marketMomentIn(periodsOf(calendar, timeframe), endsOf(calendar, timeframe).endOf);
  return (bar) => ({ ...bar, ts: inside(bar) });
};

/** An instrument, how far it's processed, and the last trusted price before. */
export type Start = { instrument: Watched; progress: Progress | null; price: KnownPrice | null };

/**
 * Opens pipelines that continue from stored bars, read for many instruments at once: hundreds start within a second.
 * @param give is called with each pipeline as it's ready, before the next ones are read
 */
export async function warmPipelines(
  system: Database,
  starts: readonly Start[],
  splitsOf: (instrumentId: string) => readonly Split[],
  give: (start: Start, pipeline: BarPipeline) => void,
): Promise<void> {
  let batch: (Start & { ranges: BarRange[] })[] = [];
  let bars = 0;
  const read = async (): Promise<void> => {
    const asked = batch;
    [batch, bars] = [[], 0];
    await giveBatch(system, asked, splitsOf, give);
  };
  for (const start of starts) {
    const { instrument, progress } = start;
    const calendar = CALENDARS[instrument.session];
    const ranges = progress ? rangesOf(calendar, progress.closedUntil, splitsOf(instrument.id)) : [];
    const own = ranges.reduce((all, each) => all + (each.until - each.from) / BAR_MS[each.timeframe], 0);
    if (bars + own > MOST_AT_ONCE && batch.length > 0) await read();
    batch.push({ ...start, ranges });
    bars += own;
  }
  await read();
}

async function giveBatch(
  system: Database,
  batch: readonly (Start & { ranges: readonly BarRange[] })[],
  splitsOf: (instrumentId: string) => readonly Split[],
  give: (start: Start, pipeline: BarPipeline) => void,
): Promise<void> {
  const stored = await barsInRanges(
    system,
    batch.flatMap(({ instrument: { id: instrumentId }, ranges }) =>
      ranges.map((range) => ({ instrumentId, ...range })),
    ),
  );
  const last = await lastMinutes(
    system,
    batch.flatMap(({ instrument: { id: instrumentId }, price, ranges }) => {
      const [from, until] = [ranges[0]?.from, ranges.at(-1)?.until];
      return price || from === undefined || until === undefined ? [] : [{ instrumentId, from, until }];
    }),
  );
  for (const start of batch) {
    const { instrument, progress, price } = start;
    const calendar = CALENDARS[instrument.session];
    const pieces = start.ranges.flatMap(({ timeframe }) =>
      (stored.get(`${instrument.id} ${timeframe}`) ?? []).map(insideSession(calendar, timeframe)),
    );
    const known = price ?? closingPrice(last.get(instrument.id));
    give(
      start,
      createBarPipeline(calendar, progress, pieces, () => splitsOf(instrument.id), known),
    );
  }
}
