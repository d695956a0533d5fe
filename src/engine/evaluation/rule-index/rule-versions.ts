import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { madeOf } from '#src/shared/timeframes.ts';

/** Of the rules on a series: another whenever they change; and whether one triggers before its bar closes, once a bar or in so many minutes. */
export type RulesVersion = { mark: string; isEarly: boolean };
/** `marks` by `instrument timeframe`; `made` by instrument: timeframes that rules need and that aren't kept of every symbol. */
type Versions = {
  marks: ReadonlyMap<string, RulesVersion>;
  made: ReadonlyMap<string, readonly Timeframe[]>;
};
type Known = { marks: Map<string, RulesVersion>; made: readonly Timeframe[] };
const NONE: Known = { marks: new Map(), made: [] };
const MADE = TIMEFRAMES.filter((timeframe) => madeOf(timeframe) !== null);

/** Changes are kept for a day; who has not looked for so long reads all anew. */
const KEPT_MS = 86_400_000;
const LOOKED_LATELY_MS = KEPT_MS / 2;
const FORGET_EVERY_MS = 3_600_000;

/**
 * The mark of each instrument and timeframe that active rules are on. Read once for each instrument, and again where
 * rules on it have changed: a look at which nothing is new costs the same however many rules there are. One of the
 * engine's named cross-tenant queries: it runs as the system role.
 */
export const rulesVersions = (
  system: Database,
): ((instrumentIds: readonly string[]) => Promise<Versions>) => {
  const known = new Map<string, Known>();
  let last: Look | null = null;
  let forgotAt = Number.NEGATIVE_INFINITY;
  return async (instrumentIds) => {
    // What has changed before what it is now: what changes in between is read again the next time.
    const look = await lookSince(system, last);
    const isLate = last !== null && look.at - last.at > LOOKED_LATELY_MS;
    const wanted = new Set(instrumentIds);
    const isStale = (id: string): boolean => isLate || look.changed.has(id) || !wanted.has(id);
    for (const id of known.keys()) if (isStale(id)) known.delete(id);
    // Where reading fails now, what has changed is not known any more, and is read the next time.
    last = look;
    const missing = instrumentIds.filter((id) => !known.has(id));
    const read = await marksOf(system, missing);
    const made = await madeFor(system, missing);
    for (const id of missing)
      known.set(id, { marks: read.get(id) ?? NONE.marks, made: made.get(id) ?? NONE.made });
    if (look.at - forgotAt > FORGET_EVERY_MS) {
      forgotAt = look.at;
      await forget(system);
    }
    return {
      marks: new Map([...known.values()].flatMap(({ marks }) => [...marks])),
      made: new Map([...known].map(([id, { made }]) => [id, made])),
    };
  };
};

type Look = { seen: string; at: number; changed: ReadonlySet<string> };
/** Instruments of whose rules something was written that the snapshot of the last look did not see. */
async function lookSince(system: Database, last: Look | null): Promise<Look> {
  const since = sql`${last?.seen ?? null}::pg_snapshot`;
  const { rows } = await system.execute<{ seen: string; at: number; changed: string[] }>(sql`
    select pg_current_snapshot()::text as seen, (extract(epoch from now()) * 1000)::float8 as at,
           array(select distinct instrument_id::text from rule_changes
                  where xid >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(xid, ${since})) as changed`);
  const [row] = rows;
  if (!row) throw new Error('The database did not say what has changed.');
  return { seen: row.seen, at: row.at, changed: new Set(row.changed) };
}

async function forget(system: Database): Promise<void> {
  await system.execute(
    sql`delete from rule_changes where at < now() - ${KEPT_MS} * interval '1 millisecond'`,
  );
}

/** By instrument, of those that have rules. */
async function marksOf(
  system: Database,
  instrumentIds: readonly string[],
): Promise<Map<string, Map<string, RulesVersion>>> {
  const found = new Map<string, Map<string, RulesVersion>>();
  if (instrumentIds.length === 0) return found;
  const { rows } = await system.execute<{ id: string; timeframe: string; mark: string; early: boolean }>(sql`
    with watched as (select unnest(${sql.param([...instrumentIds])}::uuid[]) as id), on_series as (
      select w.id, r.timeframe, r.id as rule, r.updated_at, r.settings from watched w join rules r on r.instrument_id = w.id
       where r.state = 'active' and r.deleted_at is null
      union all
      select w.id, r.timeframe, r.id, r.updated_at, r.settings
        from watched w join watchlist_symbols s on s.instrument_id = w.id
        join rules r on r.workspace_id = s.workspace_id and r.watchlist_id = s.watchlist_id
       where r.state = 'active' and r.deleted_at is null)
    select id, timeframe, count(*) || ' ' || sum(hashtextextended(rule || ' ' || updated_at, 0)) as mark,
           bool_or(settings ->> 'frequency' = 'once_per_bar' or jsonb_typeof(settings -> 'frequency') = 'object') as early
      from on_series where timeframe is not null group by id, timeframe`);
  for (const { id, timeframe, mark, early } of rows) {
    const marks = found.get(id) ?? new Map<string, RulesVersion>();
    found.set(id, marks.set(`${id} ${timeframe}`, { mark, isEarly: early }));
  }
  return found;
}

/**
 * By instrument, the timeframes that have to be made of its bars: of rules on it, of what these look at on it, and of
 * what rules on other symbols look at.
 */
async function madeFor(
  system: Database,
  instrumentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Timeframe[]>> {
  const found = new Map<string, Timeframe[]>();
  if (instrumentIds.length === 0) return found;
  const { rows } = await system.execute<{ id: string; timeframe: Timeframe }>(sql`
    with watched as (select unnest(${sql.param([...instrumentIds])}::uuid[]) as id), own as (
      select w.id, r.workspace_id, r.id as rule, r.timeframe from watched w join rules r on r.instrument_id = w.id
       where r.state = 'active' and r.deleted_at is null
      union all
      select w.id, r.workspace_id, r.id, r.timeframe
        from watched w join watchlist_symbols s on s.instrument_id = w.id
        join rules r on r.workspace_id = s.workspace_id and r.watchlist_id = s.watchlist_id
       where r.state = 'active' and r.deleted_at is null)
    select id, timeframe from own where timeframe = any(${sql.param(MADE)}::text[])
    union
    select own.id, o.timeframe from own
      join rule_others o on o.workspace_id = own.workspace_id and o.rule_id = own.rule and o.instrument_id is null
     where o.timeframe = any(${sql.param(MADE)}::text[])
    union
    select w.id, coalesce(o.timeframe, r.timeframe) from watched w
      join rule_others o on o.instrument_id = w.id
      join rules r on r.workspace_id = o.workspace_id and r.id = o.rule_id
     where r.state = 'active' and r.deleted_at is null
       and coalesce(o.timeframe, r.timeframe) = any(${sql.param(MADE)}::text[])`);
  for (const { id, timeframe } of rows) found.set(id, [...(found.get(id) ?? []), timeframe]);
  return found;
}
