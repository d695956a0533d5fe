import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';

type FindDeps = { app: Database; system: Database; clock: () => Date };
type Found = {
  workspaceId: string;
  eventId: string;
  changeId: number;
  /** One of its changes is looked up for the first time. */
  isNew: boolean;
  cause: 'bar' | 'split';
};

/**
 * Changes stay for so long after they were found, by the database's clock: an event on a bar may be committed shortly
 * after the bar was corrected.
 */
const KEPT = '1 minute';
const PER_LOOK = 10_000;

/**
 * Finds the alerts whose evidence rests on bars that were corrected, or on the time of a split that became known, by the
 * index of what evidence rests on. Each gets a row to be checked. A change that was looked up before only adds alerts that
 * weren't there then; one that is looked up twice for the first time, as a process ended in between, is checked twice and
 * proposed once. Named cross-tenant query of the engine.
 * @returns the workspaces in which something was found
 */
export async function findCorrected(deps: FindDeps): Promise<string[]> {
  const { rows: seen } = await deps.system.execute<{ id: number; isOld: boolean }>(sql`
    select id::float8 as id, changed_at < now() - ${KEPT}::interval as "isOld" from bar_changes
     order by looks, id limit ${PER_LOOK}`);
  if (seen.length === 0) return [];
  const idsOf = (some: typeof seen) => sql`${sql.param(some.map(({ id }) => id))}::bigint[]`;
  const { rows } = await deps.system.execute<Found>(sql`
    select on_it.workspace_id as "workspaceId", on_it.event_id as "eventId", max(on_it.id)::float8 as "changeId",
           bool_or(on_it.looks = 0) as "isNew",
           case when bool_or(on_it.is_split) then 'split' else 'bar' end as cause
      from (
        select e.workspace_id, e.event_id, c.id, c.looks, false as is_split
          from bar_changes c
         cross join lateral (
           select l.last_ts - l.first_ts as longest from evidence_bars l
            where l.instrument_id = c.instrument_id and l.timeframe = c.timeframe
            order by l.last_ts - l.first_ts desc limit 1) s
         cross join lateral (
           select e.workspace_id, e.event_id from evidence_bars e
            where e.instrument_id = c.instrument_id and e.timeframe = c.timeframe
              and e.last_ts >= c.ts and e.last_ts <= c.ts + s.longest and e.first_ts <= c.ts
           -- Whatever the planner's statistics say, each change uses the index.
           offset 0) e
         where c.id = any(${idsOf(seen)})
        union all
        -- It takes effect with the bar that has its time.
        select e.workspace_id, e.event_id, c.id, c.looks, true
          from bar_changes c
          join evidence_bars e on e.instrument_id = c.instrument_id and e.first_ts < c.ts
           and e.last_ts > c.ts - case e.timeframe when '12M' then interval '400 days' when '3M' then interval '100 days'
                                  when '1M' then interval '35 days' when '1w' then interval '10 days'
                                  else interval '5 days' end
         where c.id = any(${idsOf(seen)}) and c.timeframe is null
      ) on_it
     group by 1, 2`);
  const at = deps.clock();
  const found = Map.groupBy(rows, ({ workspaceId }) => workspaceId);
  for (const [workspaceId, events] of found)
    await withTenant(deps.app, workspaceId, (tx) => keepFound(tx, workspaceId, events, at));
  // Once the checks are there.
  const [old, young] = [seen.filter(({ isOld }) => isOld), seen.filter(({ isOld }) => !isOld)];
  if (old.length > 0) await deps.system.execute(sql`delete from bar_changes where id = any(${idsOf(old)})`);
  if (young.length > 0)
    await deps.system.execute(sql`update bar_changes set looks = looks + 1 where id = any(${idsOf(young)})`);
  return [...found.keys()];
}

/** A check that is open takes the newer change in; one that is closed stays as it is. */
async function keepFound(tx: Tx, workspaceId: string, events: readonly Found[], at: Date): Promise<void> {
  const column = <T>(value: (found: Found) => T) => sql.param(events.map(value));
  // Two processes that find the same must not both find no row.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`bar corrections ${workspaceId}`}, 0))`,
  );
  const { rows } = await tx.execute<{ alert: string; cause: 'bar' | 'split'; change: number }>(sql`
    select a.id as alert, f.cause, f.change::float8 as change
      from unnest(${column(({ eventId }) => eventId)}::uuid[], ${column(({ cause }) => cause)}::text[],
                  ${column(({ changeId }) => changeId)}::bigint[], ${column(({ isNew }) => isNew)}::boolean[])
           as f (event, cause, change, is_new)
      join alerts a on a.workspace_id = ${workspaceId}::uuid and a.event_id = f.event
       and a.state not in ('rejected', 'expired', 'withheld', 'failed')
     where f.is_new or not exists (select from bar_corrections b where b.workspace_id = a.workspace_id and b.alert_id = a.id
                          and b.change_id >= f.change)`);
  for (const { alert, cause, change } of rows)
    await tx.execute(sql`
      insert into bar_corrections (workspace_id, id, alert_id, state, cause, change_id, found_at, next_at)
      values (${workspaceId}::uuid, ${newId()}::uuid, ${alert}::uuid, 'checking', ${cause}, ${change}, ${at.toISOString()}::timestamptz,
              ${at.toISOString()}::timestamptz)
      on conflict (workspace_id, alert_id) where state in ('checking', 'differs') do update
         set state = 'checking', cause = excluded.cause, next_at = excluded.next_at, version = bar_corrections.version + 1,
             change_id = greatest(bar_corrections.change_id, excluded.change_id)`);
}
