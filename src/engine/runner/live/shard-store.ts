import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { isOfARow } from '#src/db/violates.ts';
import { ensureMonth, insertBars, monthsOf, type SeriesBar } from '#src/engine/market/bars/bar-store.ts';
import { coalesce } from '#src/platform/concurrency/coalesce.ts';
import type { Closed, Progress } from './bar-pipeline.ts';
import { type Holding, isHeld } from '#src/engine/leases/shard-lease.ts';
import { Superseded } from '#src/engine/leases/lease.ts';

type Batch = { instrumentId: string; closed: readonly Pick<Closed, 'timeframe' | 'bars'>[] };
type Reached = { instrumentId: string; progress: Progress };

const SINGLY = { isOfOne: isOfARow };

/**
 * Writes the bars and cursors of a shard, those of all instruments that arrive together in one statement. Bars are
 * flushed to disk, because this process never stores them again, even if the database crashes and comes back. Cursors
 * aren't (`synchronous_commit` off): after a crash, an older cursor only repeats a batch.
 */
export const shardStore = (system: Database, holding: Holding) => {
  const months = new Set<string>();
  const held = sql`(select ${isHeld(holding)})`;
  const heldNoFlush = sql`(select ${isHeld(holding)} and set_config('synchronous_commit', 'off', true) is not null)`;

  /** @throws Superseded when nothing was written, because another process holds the shard by now */
  async function run(statement: SQL): Promise<[]> {
    const { rowCount } = await system.execute(statement);
    if (!rowCount) throw new Superseded(`Another process holds ${holding.feed} by now.`);
    return [];
  }

  const bars = coalesce<Batch>(async (batches) => {
    const rows = batches.flatMap(({ instrumentId, closed }): SeriesBar[] =>
      closed.flatMap(({ timeframe, bars: own }) => own.map((bar) => ({ instrumentId, timeframe, bar }))),
    );
    if (rows.length === 0) return [];
    try {
      for (const month of monthsOf(rows)) {
        if (months.has(month)) continue;
        await ensureMonth(system, month);
        months.add(month);
      }
      return await run(insertBars(rows, held));
    } catch (error) {
      months.clear();
      throw error;
    }
  }, SINGLY);

  const progress = coalesce<Reached>((reached) => {
    const column = <T>(value: (row: Progress) => T) => sql.param(reached.map((each) => value(each.progress)));
    const time = (value: (row: Progress) => number) => column((row) => new Date(value(row)).toISOString());
    return run(sql`
      insert into feed_cursors (instrument_id, closed_until, whole_from, last_id, last_ts)
      select * from unnest(${sql.param(reached.map(({ instrumentId }) => instrumentId))}::uuid[],
        ${time((row) => row.closedUntil)}::timestamptz[], ${time((row) => row.wholeFrom)}::timestamptz[],
        ${column((row) => row.cursor.id)}::bigint[], ${time((row) => row.cursor.ts)}::timestamptz[])
       where ${heldNoFlush}
      on conflict (instrument_id) do update
         set closed_until = excluded.closed_until, whole_from = excluded.whole_from,
             last_id = excluded.last_id, last_ts = excluded.last_ts`);
  }, SINGLY);

  return {
    /** Stores the bars of all timeframes that closed together, or none of them. @throws Superseded */
    bars: (batch: Batch): Promise<void> => bars(batch),
    /** Moves the cursor: bars before it are stored and evaluated. @throws Superseded */
    progress: (reached: Reached): Promise<void> => progress(reached),
  };
};
