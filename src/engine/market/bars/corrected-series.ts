import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import type { Timeframe } from '#src/shared/market.ts';

type Series = { instrumentId: string; timeframe: Timeframe };

/** Corrections are kept for a day; after half of one without a look, every series may have been corrected. */
const KEPT_MS = 86_400_000;
const LOOKED_LATELY_MS = KEPT_MS / 2;
const FORGET_EVERY_MS = 3_600_000;

/**
 * Which series had stored bars replaced by different ones since the first look. Bars that are only added change nothing,
 * so a look at which nothing is new costs the same however many series there are. One of the engine's named cross-tenant
 * queries: it runs as the system role.
 */
export const correctedSeries = (system: Database) => {
  const counts = new Map<string, number>();
  let ofAll = 0;
  let last: { seen: string; at: number } | null = null;
  let forgotAt = Number.NEGATIVE_INFINITY;
  const keyOf = ({ instrumentId, timeframe }: Series): string => `${instrumentId} ${timeframe}`;
  return {
    /** Looks for corrections that the last look didn't see, in whatever order their transactions ended. */
    read: async (): Promise<void> => {
      const since = sql`${last?.seen ?? null}::pg_snapshot`;
      const { rows } = await system.execute<{ seen: string; at: number; corrected: string[] }>(sql`
        select pg_current_snapshot()::text as seen, (extract(epoch from now()) * 1000)::float8 as at,
               array(select distinct instrument_id || ' ' || timeframe from corrected_series
                      where xid >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(xid, ${since})) as corrected`);
      const [look] = rows;
      if (!look) throw new Error('The database did not say what was corrected.');
      if (last !== null && look.at - last.at > LOOKED_LATELY_MS) ofAll += 1;
      for (const series of look.corrected) counts.set(series, (counts.get(series) ?? 0) + 1);
      last = look;
      if (look.at - forgotAt <= FORGET_EVERY_MS) return;
      forgotAt = look.at;
      await system.execute(
        sql`delete from corrected_series where at < now() - ${KEPT_MS} * interval '1 millisecond'`,
      );
    },
    /** Goes up whenever a series may have been corrected. */
    of: (series: Series): number => ofAll + (counts.get(keyOf(series)) ?? 0),
  };
};
