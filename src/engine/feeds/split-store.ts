import { asc, inArray } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { instrumentSplits } from '#src/db/schema.ts';
import type { Split } from './corporate-actions.ts';

/** The splits of an instrument, in order of time. */
export async function splitsOf(database: Database | Tx, instrumentId: string): Promise<readonly Split[]> {
  return (await splitsOfAll(database, [instrumentId])).get(instrumentId) ?? [];
}

/** The splits of each instrument that has any, in order of time. */
export async function splitsOfAll(
  database: Database | Tx,
  instrumentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Split[]>> {
  if (instrumentIds.length === 0) return new Map();
  const rows = await database
    .select()
    .from(instrumentSplits)
    .where(inArray(instrumentSplits.instrumentId, [...instrumentIds]))
    .orderBy(asc(instrumentSplits.at));
  const splits = new Map<string, Split[]>();
  for (const { instrumentId, at, ratio } of rows) {
    const split = { ts: at.getTime(), ratio };
    const own = splits.get(instrumentId);
    if (own) own.push(split);
    else splits.set(instrumentId, [split]);
  }
  return splits;
}
