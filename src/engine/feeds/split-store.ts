import { asc, eq, inArray } from 'drizzle-orm';
import type { Runs } from '#src/db/database.ts';
import { instruments, instrumentSplits } from '#src/db/schema.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { type CalendarName, CALENDARS } from './bars/calendars.ts';
import { splitsInBars } from './bars/splits-in-bars.ts';
import type { Split } from './corporate-actions.ts';

/** The splits of an instrument in order of time, and the calendar that says in which bars they lie. */
export type KnownSplits = { session: CalendarName; splits: readonly Split[] };

/** The splits of an instrument as bars of a size meet them, in order of time. */
export async function splitsOf(
  database: Pick<Runs, 'select'>,
  { instrumentId, timeframe }: { instrumentId: string; timeframe: Timeframe },
): Promise<readonly Split[]> {
  const known = (await splitsOfAll(database, [instrumentId])).get(instrumentId);
  return known ? splitsInBars(CALENDARS[known.session], timeframe, known.splits) : [];
}

/** The splits of each instrument that has any. */
export async function splitsOfAll(
  database: Pick<Runs, 'select'>,
  instrumentIds: readonly string[],
): Promise<ReadonlyMap<string, KnownSplits>> {
  if (instrumentIds.length === 0) return new Map();
  const rows = await database
    .select({ split: instrumentSplits, session: instruments.session })
    .from(instrumentSplits)
    .innerJoin(instruments, eq(instruments.id, instrumentSplits.instrumentId))
    .where(inArray(instrumentSplits.instrumentId, [...instrumentIds]))
    .orderBy(asc(instrumentSplits.at));
  const known = new Map<string, { session: CalendarName; splits: Split[] }>();
  for (const { split, session } of rows) {
    const own = known.get(split.instrumentId) ?? { session, splits: [] };
    own.splits.push({ ts: split.at.getTime(), ratio: split.ratio });
    known.set(split.instrumentId, own);
  }
  return known;
}
