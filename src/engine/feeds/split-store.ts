import { asc, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { instrumentSplits } from '#src/db/schema.ts';
import type { Bar } from '#src/shared/market.ts';
import { afterSplit, type Split } from './corporate-actions.ts';

/** The splits of an instrument, in order of time. */
export async function splitsOf(database: Database | Tx, instrumentId: string): Promise<Split[]> {
  const rows = await database
    .select({ at: instrumentSplits.at, ratio: instrumentSplits.ratio })
    .from(instrumentSplits)
    .where(eq(instrumentSplits.instrumentId, instrumentId))
    .orderBy(asc(instrumentSplits.at));
  return rows.map(({ at, ratio }) => ({ ts: at.getTime(), ratio }));
}

/** Bars as they would stand at a time: those from before a split as if they had been traded after it. */
export const barsAsOf = (bars: readonly Bar[], splits: readonly Split[], at: number): Bar[] =>
  bars.map((bar) => {
    const since = splits.filter(({ ts }) => ts > bar.ts && ts <= at);
    return since.length === 0
      ? bar
      : afterSplit(
          bar,
          since.reduce((all, { ratio }) => all * ratio, 1),
        );
  });
