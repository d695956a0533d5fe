import { asc, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { instrumentSplits } from '#src/db/schema.ts';
import type { Split } from './corporate-actions.ts';

/** The splits of an instrument, in order of time. */
export async function splitsOf(database: Database | Tx, instrumentId: string): Promise<Split[]> {
  const rows = await database
    .select({ at: instrumentSplits.at, ratio: instrumentSplits.ratio })
    .from(instrumentSplits)
    .where(eq(instrumentSplits.instrumentId, instrumentId))
    .orderBy(asc(instrumentSplits.at));
  return rows.map(({ at, ratio }) => ({ ts: at.getTime(), ratio }));
}
