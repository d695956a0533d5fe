import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { isOfARow } from '#src/db/violates.ts';
import { ensureMonth, insertBars, monthsOf, type SeriesBar } from '../bar-store.ts';
import { together } from '../together.ts';
import type { Closed, Progress } from './line.ts';
import { type Holding, isHeld, Superseded } from './shard-lease.ts';

type Batch = { instrumentId: string; closed: readonly Pick<Closed, 'timeframe' | 'bars'>[] };
type Reached = { instrumentId: string; progress: Progress };

const SINGLY = { isOfOne: isOfARow };

/**
 * Writes what the holder of a shard has dealt with: of all instruments together what comes at the same time, in one
 * statement. Bars wait for the disk, as nobody asks for them again once they are told to be stored: not even where the
 * database dies and comes back while this process lives. A cursor does not: one that a crash took back only makes a
 * batch come again.
 */
export const shardStore = (system: Database, holding: Holding) => {
  const months = new Set<string>();
  const held = sql`(select ${isHeld(holding)})`;
  const heldAtEase = sql`(select ${isHeld(holding)} and set_config('synchronous_commit', 'off', true) is not null)`;

  /** @throws Superseded where nothing was written because another holds the shard by now */
  async function run(statement: SQL): Promise<[]> {
    const { rowCount } = await system.execute(statement);
    if (!rowCount) throw new Superseded(`Another process holds ${holding.feed} by now.`);
    return [];
  }

  const bars = together<Batch>(async (batches) => {
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

  const progress = together<Reached>((reached) => {
    const column = <T>(value: (row: Progress) => T) => sql.param(reached.map((each) => value(each.progress)));
    const time = (value: (row: Progress) => number) => column((row) => new Date(value(row)).toISOString());
    return run(sql`
      insert into feed_cursors (instrument_id, closed_until, whole_from, last_id, last_ts)
      select * from unnest(${sql.param(reached.map(({ instrumentId }) => instrumentId))}::uuid[],
        ${time((row) => row.closedUntil)}::timestamptz[], ${time((row) => row.wholeFrom)}::timestamptz[],
        ${column((row) => row.cursor.id)}::bigint[], ${time((row) => row.cursor.ts)}::timestamptz[])
       where ${heldAtEase}
      on conflict (instrument_id) do update
         set closed_until = excluded.closed_until, whole_from = excluded.whole_from,
             last_id = excluded.last_id, last_ts = excluded.last_ts`);
  }, SINGLY);

  return {
    /** Stores bars that closed together, of all sizes, or none of them. @throws Superseded */
    bars: (batch: Batch): Promise<void> => bars(batch),
    /** Notes that everything before is dealt with: bars stored, events made. @throws Superseded */
    progress: (reached: Reached): Promise<void> => progress(reached),
  };
};
