import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { bars } from '#src/db/schema.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';

type Series = { instrumentId: string; timeframe: Timeframe };

/** Stores closed bars; a bar that is there already is amended. The whole batch in one statement. */
export async function storeBars(system: Database | Tx, series: Series, batch: readonly Bar[]): Promise<void> {
  if (batch.length === 0) return;
  if (series.timeframe === '1m') {
    const months = new Set(batch.map((bar) => `${new Date(bar.ts).toISOString().slice(0, 7)}-01T00:00:00Z`));
    for (const month of months) await system.execute(sql`select ensure_bar_month(${month}::timestamptz)`);
  }
  const values = batch.map((bar) => ({
    ...series,
    ts: new Date(bar.ts),
    open: bar.open,
    high: bar.high,
    low: bar.low,
    close: bar.close,
    volume: bar.volume,
  }));
  await system
    .insert(bars)
    .values(values)
    .onConflictDoUpdate({
      target: [bars.instrumentId, bars.timeframe, bars.ts],
      set: {
        open: sql`excluded.open`,
        high: sql`excluded.high`,
        low: sql`excluded.low`,
        close: sql`excluded.close`,
        volume: sql`excluded.volume`,
      },
    });
}

/** The last `count` bars before a time (ms, UTC), oldest first. */
export async function barsBefore(
  system: Database,
  series: Series,
  before: number,
  count: number,
): Promise<Bar[]> {
  if (count === 0) return [];
  const rows = await system
    .select()
    .from(bars)
    .where(
      and(
        eq(bars.instrumentId, series.instrumentId),
        eq(bars.timeframe, series.timeframe),
        lt(bars.ts, new Date(before)),
      ),
    )
    .orderBy(desc(bars.ts))
    .limit(count);
  return rows.reverse().map(barOfRow);
}

/** A stored bar; the text of its figures is the shortest that reads back as the number. */
export const barOfRow = (row: typeof bars.$inferSelect): Bar => ({
  ts: row.ts.getTime(),
  open: row.open,
  high: row.high,
  low: row.low,
  close: row.close,
  volume: row.volume,
  text: {
    open: String(row.open),
    high: String(row.high),
    low: String(row.low),
    close: String(row.close),
    volume: row.volume === null ? null : String(row.volume),
  },
});
