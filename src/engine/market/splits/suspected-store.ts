import { and, eq, sql } from 'drizzle-orm';
import type { Runs, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { instrumentSplits, suspectedSplits } from '#src/db/schema.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { barOfRow, importBatch } from '../bars/bar-store.ts';
import type { Split } from './corporate-actions.ts';

type Series = { instrumentId: string; timeframe: Timeframe };

/** The bar with which a suspected split begins, and where in a file it is. */
export type Suspect = { bar: Bar; ratio: number; line: number };

/** When jumps began that somebody said aren't splits (`ratio` as it was suspected). */
export const dismissedSplits = async (
  runs: Pick<Runs, 'select'>,
  { instrumentId, timeframe }: Series,
): Promise<Split[]> => {
  const rows = await runs
    .select({ at: suspectedSplits.at, ratio: suspectedSplits.ratio })
    .from(suspectedSplits)
    .where(
      and(
        eq(suspectedSplits.instrumentId, instrumentId),
        eq(suspectedSplits.timeframe, timeframe),
        eq(suspectedSplits.state, 'dismissed'),
      ),
    );
  return rows.map(({ at, ratio }) => ({ ts: at.getTime(), ratio }));
};

/** Keeps suspected splits with their bars, once each. */
export const keepSuspects = async (
  runs: Pick<Runs, 'insert'>,
  series: Series,
  { file, suspects, now }: { file: string; suspects: readonly Suspect[]; now: Date },
): Promise<void> => {
  if (suspects.length === 0) return;
  await runs
    .insert(suspectedSplits)
    .values(
      suspects.map(({ bar: { ts, open, high, low, close, volume }, ratio, line }) => ({
        id: newId(),
        instrumentId: series.instrumentId,
        timeframe: series.timeframe,
        at: new Date(ts),
        ratio,
        open,
        high,
        low,
        close,
        volume,
        file,
        line,
        createdAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: [suspectedSplits.instrumentId, suspectedSplits.timeframe, suspectedSplits.at],
      set: { file: sql`excluded.file`, line: sql`excluded.line` },
    });
};

/** Adds corporate actions that are not known yet. */
export const keepActions = async (
  runs: Pick<Runs, 'insert'>,
  instrumentId: string,
  actions: readonly Split[],
  createdAt: Date,
): Promise<void> => {
  if (actions.length === 0) return;
  await runs
    .insert(instrumentSplits)
    .values(
      actions.map(({ ts, ratio, volumeRatio = null }) => ({
        instrumentId,
        at: new Date(ts),
        ratio,
        volumeRatio,
        createdAt,
      })),
    )
    .onConflictDoNothing();
};

/**
 * Settles what a suspected split was: its bar is stored, and a split is known from then on.
 * @returns null if there is none of that id, or it is settled
 */
export async function settleSuspect(
  tx: Tx,
  { id, instrumentId }: { id: string; instrumentId: string },
  { isSplit, now }: { isSplit: boolean; now: Date },
): Promise<Split | null> {
  const [row] = await tx
    .update(suspectedSplits)
    .set({ state: isSplit ? 'confirmed' : 'dismissed' })
    .where(
      and(
        eq(suspectedSplits.id, id),
        eq(suspectedSplits.instrumentId, instrumentId),
        eq(suspectedSplits.state, 'suspected'),
      ),
    )
    .returning();
  if (!row) return null;
  const split = { ts: row.at.getTime(), ratio: row.ratio };
  if (isSplit) await keepActions(tx, instrumentId, [split], now);
  await importBatch(tx, { instrumentId, timeframe: row.timeframe }, [barOfRow({ ...row, ts: row.at })]);
  return split;
}
