import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';

/**
 * For each instrument and timeframe that active rules are on, a mark that changes whenever those rules do. One of the
 * engine's named cross-tenant queries: it runs as the system role.
 * @returns by `instrument timeframe`
 */
export async function rulesMarks(
  system: Database,
  instrumentIds: readonly string[],
): Promise<Map<string, string>> {
  if (instrumentIds.length === 0) return new Map();
  const { rows } = await system.execute<{ series: string; mark: string }>(sql`
    with watched as (select unnest(${sql.param([...instrumentIds])}::uuid[]) as id), on_series as (
      select w.id, r.timeframe, r.id as rule, r.updated_at from watched w join rules r on r.instrument_id = w.id
       where r.state = 'active' and r.deleted_at is null
      union all
      select w.id, r.timeframe, r.id, r.updated_at
        from watched w join watchlist_symbols s on s.instrument_id = w.id
        join rules r on r.workspace_id = s.workspace_id and r.watchlist_id = s.watchlist_id
       where r.state = 'active' and r.deleted_at is null)
    select id || ' ' || timeframe as series, count(*) || ' ' || sum(hashtextextended(rule || ' ' || updated_at, 0)) as mark
      from on_series where timeframe is not null group by id, timeframe`);
  return new Map(rows.map(({ series, mark }) => [series, mark]));
}
