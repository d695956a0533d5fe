import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';

type FillDeps = { app: Database; system: Database };

const PER_STEP = 500;

/**
 * Notes which bars events of before an upgrade rest on, a few at a time and the newest first. Each step is one transaction,
 * so one that is interrupted is repeated. What was corrected before an event had its turn is noted anew with it, so that
 * its alerts are found late rather than never. Named cross-tenant query of the engine.
 */
export async function fillEvidence({ app, system }: FillDeps, most = PER_STEP): Promise<void> {
  // IDs are in order of time.
  const { rows } = await system.execute<{ workspaceId: string }>(sql`
    select workspace_id as "workspaceId" from evidence_fill order by before desc nulls first limit 1`);
  const [next] = rows;
  if (next) return withTenant(app, next.workspaceId, (tx) => fillStep(tx, next.workspaceId, most));
  await system.execute(sql`delete from early_bar_changes`);
}

async function fillStep(tx: Tx, workspaceId: string, most: number): Promise<void> {
  const { rows: mine } = await tx.execute<{ before: string | null }>(sql`
    select before from evidence_fill where workspace_id = ${workspaceId}::uuid for update skip locked`);
  const [cursor] = mine;
  // Another process is at it, or was first.
  if (!cursor) return;
  const { rows } = await tx.execute<{ last: string | null; count: number }>(sql`
    with batch as materialized (
      select * from events
       where workspace_id = ${workspaceId}::uuid and (${cursor.before}::uuid is null or id < ${cursor.before}::uuid)
       order by id desc limit ${most}
    ), filled as (
      insert into evidence_bars (workspace_id, event_id, instrument_id, timeframe, first_ts, last_ts)
        select e.workspace_id, e.id, s.instrument_id, s.timeframe, min(r.first_ts), max(r.last_ts)
          from batch e, evidence_series(e.workspace_id, e.instrument_id, e.timeframe, e.evidence) s,
               evidence_span(s.instrument_id, s.timeframe, s.part) r
         where e.instrument_id is not null and e.timeframe is not null and e.trial_run_id is null
           and r.first_ts is not null
         group by e.workspace_id, e.id, s.instrument_id, s.timeframe
      on conflict do nothing
      returning instrument_id, timeframe, first_ts, last_ts
    ), noted as (
      insert into bar_changes (instrument_id, timeframe, ts)
        select distinct c.instrument_id, c.timeframe, c.ts
          from filled f
          join early_bar_changes c on c.instrument_id = f.instrument_id and c.ts >= f.first_ts
           and (c.timeframe is null or (c.timeframe = f.timeframe and c.ts <= f.last_ts))
    )
    select (select id from batch order by id limit 1) as last, (select count(*)::int from batch) as count`);
  const [step] = rows;
  if (step?.last && step.count === most)
    await tx.execute(
      sql`update evidence_fill set before = ${step.last}::uuid where workspace_id = ${workspaceId}::uuid`,
    );
  else await tx.execute(sql`delete from evidence_fill where workspace_id = ${workspaceId}::uuid`);
}
