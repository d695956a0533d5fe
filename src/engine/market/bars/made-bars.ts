import type { Runs } from '#src/db/database.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import { madeOf } from '#src/shared/timeframes.ts';
import { type CalendarName, CALENDARS } from '../sessions/calendars.ts';
import { splitsOf } from '../splits/split-store.ts';
import { barsBefore, importBatch } from './bar-store.ts';
import { endsOf } from './ends.ts';
import { largerBars } from './larger-bars.ts';

type MadeSeries = { instrumentId: string; session: CalendarName; timeframe: Timeframe };

/** A rule's warm-up is never longer, nor are more bars made at once. */
const MADE_MOST = 3_000;
const READ_MOST = 30_000;
const AT_ONCE = 1_000;

/** How many bars of the smaller timeframe make up so many larger ones, at most. */
export const barsIn = (count: number, from: Timeframe, to: Timeframe): number =>
  Math.ceil((count * BAR_MINUTES[to]) / BAR_MINUTES[from]);

/**
 * The bars of a timeframe before a time (ms, UTC), made of the stored bars of a smaller one. An incomplete one at the
 * beginning is left out, and one that isn't over.
 * @param count so many at most; `isAll` says whether there are no more
 */
export async function madeBefore(
  runs: Pick<Runs, 'execute' | 'select'>,
  { instrumentId, session, timeframe }: MadeSeries,
  { from, before, count }: { from: Timeframe; before: number; count: number },
): Promise<{ bars: Bar[]; isAll: boolean }> {
  const most = Math.min(READ_MOST, barsIn(count + 1, from, timeframe));
  const [read = []] = await barsBefore(runs, [{ instrumentId, timeframe: from, before, count: most }]);
  const { endOf } = endsOf(CALENDARS[session], from);
  const smaller = read.filter(({ ts }) => endOf(ts) <= before);
  const splits = await splitsOf(runs, { instrumentId, timeframe: from });
  const made = largerBars(CALENDARS[session], { from, to: timeframe }, smaller, splits);
  return { bars: made.slice(-count), isAll: read.length < most && made.length <= count };
}

/**
 * Stores the bars of a timeframe that isn't kept of every symbol, made of stored smaller ones that ended by a time (ms,
 * UTC): from the last one that is stored on, or as many as a rule looks back on. No rule triggers on them.
 */
export async function storeMade(
  runs: Pick<Runs, 'execute' | 'select'>,
  series: MadeSeries,
  until: number,
): Promise<void> {
  const from = madeOf(series.timeframe);
  if (from === null) return;
  const { instrumentId, timeframe } = series;
  const [[last] = []] = await barsBefore(runs, [{ instrumentId, timeframe, before: until, count: 1 }]);
  const length = BAR_MINUTES[timeframe] * 60_000;
  const missing = last ? Math.ceil((until - last.ts) / length) + 1 : MADE_MOST;
  const { bars } = await madeBefore(runs, series, {
    from,
    before: until,
    count: Math.min(MADE_MOST, missing),
  });
  for (let at = 0; at < bars.length; at += AT_ONCE)
    await importBatch(runs, { instrumentId, timeframe }, bars.slice(at, at + AT_ONCE));
}
