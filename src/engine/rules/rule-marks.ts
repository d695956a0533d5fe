import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';

/** Of the rules on a series: another whenever they change; and whether one speaks before its bar is closed, once a bar or in so many minutes. */
export type RulesMark = { mark: string; isEarly: boolean };

/**
 * The mark of each instrument and timeframe that active rules are on. One of the engine's named cross-tenant queries: it
 * runs as the system role.
 * @returns by `instrument timeframe`
 */
export async function rulesMarks(
  system: Database,
  instrumentIds: readonly string[],
): Promise<Map<string, RulesMark>> {
  if (instrumentIds.length === 0) return new Map();
  const { rows } = await system.execute<{ series: string; mark: string; early: boolean }>(sql`
    with watched as (select unnest(${sql.param([...instrumentIds])}::uuid[]) as id), on_series as (
      select w.id, r.timeframe, r.id as rule, r.updated_at, r.settings from watched w join rules r on r.instrument_id = w.id
       where r.state = 'active' and r.deleted_at is null
      union all
      select w.id, r.timeframe, r.id, r.updated_at, r.settings
        from watched w join watchlist_symbols s on s.instrument_id = w.id
        join rules r on r.workspace_id = s.workspace_id and r.watchlist_id = s.watchlist_id
       where r.state = 'active' and r.deleted_at is null)
    select id || ' ' || timeframe as series, count(*) || ' ' || sum(hashtextextended(rule || ' ' || updated_at, 0)) as mark,
           bool_or(settings ->> 'frequency' = 'once_per_bar' or jsonb_typeof(settings -> 'frequency') = 'object') as early
      from on_series where timeframe is not null group by id, timeframe`);
  return new Map(rows.map(({ series, mark, early }) => [series, { mark, isEarly: early }]));
}
