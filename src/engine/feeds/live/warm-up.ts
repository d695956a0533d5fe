import type { Database } from '#src/db/database.ts';
import { type Bar, type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { type MarketCalendar, CALENDARS } from '../bars/calendars.ts';
import { endsOf } from '../bars/ends.ts';
import { marketMomentIn } from '../bars/larger-bars.ts';
import { periodsOf } from '../bars/periods.ts';
import type { Split } from '../corporate-actions.ts';
import { BAR_MS } from '../quarantine.ts';
import { closingPrice, createLine, type Line, type Progress } from './line.ts';
import { barsOfStretches, lastMinutes, type Watched } from './live-store.ts';
import type { KnownPrice } from './tick-inspector.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
/** So many bars are read at once: what is heard meanwhile waits no longer than for that. */
const MOST_AT_ONCE = 30_000;
const SMALLER_THAN_A_WEEK = TIMEFRAMES.filter((timeframe) => timeframe !== '1w').toReversed();

/** The bars of one size that begin in [from, until), in ms, UTC. */
export type Stretch = { timeframe: Timeframe; from: number; until: number };

/**
 * Of which stored bars the larger ones are made that grow at a moment (`until`, on the minute): the days of the week, the
 * four hours of the day and so on down to the minutes, a few dozen for thousands of minutes. Where a split lies among
 * them, or the market is closed, it is the minutes of the week themselves.
 * @param splits those of the instrument, in any order
 */
export const stretchesOf = (
  calendar: MarketCalendar,
  until: number,
  splits: readonly Split[] = [],
): Stretch[] => {
  const week = periodsOf(calendar, '1w')(until);
  let from = week?.start ?? until - WEEK_MS;
  // Bars of two scales, and one that the split lies in: only minutes say what was on which side.
  if (!week || splits.some(({ ts }) => ts > from && ts < until)) return [{ timeframe: '1m', from, until }];
  return SMALLER_THAN_A_WEEK.flatMap((timeframe) => {
    const [begin, end] = [from, periodsOf(calendar, timeframe)(until)?.start ?? until];
    from = Math.max(begin, end);
    return end > begin ? [{ timeframe, from: begin, until: end }] : [];
  });
};

/** Bars of a size as a line takes them, which asks where they lie: a day may begin long before its market opens. */
export const asPieces = (calendar: MarketCalendar, timeframe: Timeframe): ((bar: Bar) => Bar) => {
  const inside = marketMomentIn(periodsOf(calendar, timeframe), endsOf(calendar, timeframe).endOf);
  return (bar) => ({ ...bar, ts: inside(bar) });
};

/** An instrument, how far it has been dealt with, and the price that was believed last before. */
export type Start = { instrument: Watched; progress: Progress | null; price: KnownPrice | null };

/**
 * Lines that go on from stored bars, which are read for many instruments at once. What is read of one is little, so
 * that hundreds begin within a second.
 * @param give is called with each as it is ready, before the next are read
 */
export async function warmLines(
  system: Database,
  starts: readonly Start[],
  splitsOf: (instrumentId: string) => readonly Split[],
  give: (start: Start, line: Line) => void,
): Promise<void> {
  let lot: (Start & { stretches: Stretch[] })[] = [];
  let bars = 0;
  const read = async (): Promise<void> => {
    const asked = lot;
    [lot, bars] = [[], 0];
    await giveLot(system, asked, splitsOf, give);
  };
  for (const start of starts) {
    const { instrument, progress } = start;
    const calendar = CALENDARS[instrument.session];
    const stretches = progress ? stretchesOf(calendar, progress.closedUntil, splitsOf(instrument.id)) : [];
    const own = stretches.reduce((all, each) => all + (each.until - each.from) / BAR_MS[each.timeframe], 0);
    if (bars + own > MOST_AT_ONCE && lot.length > 0) await read();
    lot.push({ ...start, stretches });
    bars += own;
  }
  await read();
}

async function giveLot(
  system: Database,
  lot: readonly (Start & { stretches: readonly Stretch[] })[],
  splitsOf: (instrumentId: string) => readonly Split[],
  give: (start: Start, line: Line) => void,
): Promise<void> {
  const stored = await barsOfStretches(
    system,
    lot.flatMap(({ instrument: { id: instrumentId }, stretches }) =>
      stretches.map((stretch) => ({ instrumentId, ...stretch })),
    ),
  );
  const last = await lastMinutes(
    system,
    lot.flatMap(({ instrument: { id: instrumentId }, price, stretches }) => {
      const [from, until] = [stretches[0]?.from, stretches.at(-1)?.until];
      return price || from === undefined || until === undefined ? [] : [{ instrumentId, from, until }];
    }),
  );
  for (const start of lot) {
    const { instrument, progress, price } = start;
    const calendar = CALENDARS[instrument.session];
    const pieces = start.stretches.flatMap(({ timeframe }) =>
      (stored.get(`${instrument.id} ${timeframe}`) ?? []).map(asPieces(calendar, timeframe)),
    );
    const known = price ?? closingPrice(last.get(instrument.id));
    give(
      start,
      createLine(calendar, progress, pieces, () => splitsOf(instrument.id), known),
    );
  }
}
