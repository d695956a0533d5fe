import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Runs } from '#src/db/database.ts';
import { instruments, instrumentSplits, suspectedSplits } from '#src/db/schema.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { type CalendarName, CALENDARS } from '../sessions/calendars.ts';
import { splitsInBars } from './splits-in-bars.ts';
import type { Split } from './corporate-actions.ts';
import { unexplained } from './suspected-splits.ts';

/** The splits of an instrument in order of time, and its calendar, which says in which bars they are. */
export type KnownSplits = { session: CalendarName; splits: readonly Split[] };
type Reads = Pick<Runs, 'select'>;
type Series = { instrumentId: string; timeframe: Timeframe };

/**
 * The splits of a series in order of time, each at the bar in which it takes effect: those that are known, and those that
 * are suspected until somebody says what they were.
 */
export async function splitsOf(
  database: Reads,
  { instrumentId, timeframe }: Series,
): Promise<readonly Split[]> {
  const known = (await splitsOfAll(database, [instrumentId])).get(instrumentId);
  return known ? splitsInBars(CALENDARS[known.session], timeframe, known.splits) : [];
}

/** The same without the suspected ones. */
export async function confirmedSplitsOf(
  database: Reads,
  { instrumentId, timeframe }: Series,
): Promise<readonly Split[]> {
  const known = (await confirmedOfAll(database, [instrumentId])).get(instrumentId);
  return known ? splitsInBars(CALENDARS[known.session], timeframe, known.splits) : [];
}

/** As `splitsOf`, of each instrument that has some, by id. */
export async function splitsOfAll(
  database: Reads,
  instrumentIds: readonly string[],
): Promise<ReadonlyMap<string, KnownSplits>> {
  const known = await confirmedOfAll(database, instrumentIds);
  if (instrumentIds.length === 0) return known;
  const rows = await database
    .select({
      id: suspectedSplits.instrumentId,
      at: suspectedSplits.at,
      ratio: suspectedSplits.ratio,
      session: instruments.session,
    })
    .from(suspectedSplits)
    .innerJoin(instruments, eq(instruments.id, suspectedSplits.instrumentId))
    .where(
      and(inArray(suspectedSplits.instrumentId, [...instrumentIds]), eq(suspectedSplits.state, 'suspected')),
    )
    .orderBy(asc(suspectedSplits.at));
  for (const { id, at, ratio, session } of rows) {
    const { splits } = known.get(id) ?? { splits: [] };
    // The same one may be suspected of bars of several sizes.
    const more = unexplained([{ ts: at.getTime(), ratio }], splits);
    known.set(id, { session, splits: [...splits, ...more].toSorted((a, b) => a.ts - b.ts) });
  }
  return known;
}

async function confirmedOfAll(
  database: Reads,
  instrumentIds: readonly string[],
): Promise<Map<string, KnownSplits>> {
  const known = new Map<string, { session: CalendarName; splits: Split[] }>();
  if (instrumentIds.length === 0) return known;
  const rows = await database
    .select({ split: instrumentSplits, session: instruments.session })
    .from(instrumentSplits)
    .innerJoin(instruments, eq(instruments.id, instrumentSplits.instrumentId))
    .where(inArray(instrumentSplits.instrumentId, [...instrumentIds]))
    .orderBy(asc(instrumentSplits.at));
  for (const { split, session } of rows) {
    const own = known.get(split.instrumentId) ?? { session, splits: [] };
    const { at, ratio, volumeRatio } = split;
    own.splits.push({ ts: at.getTime(), ratio, ...(volumeRatio !== null && { volumeRatio }) });
    known.set(split.instrumentId, own);
  }
  return known;
}
