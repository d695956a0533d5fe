import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { isStopped } from '#src/db/queries/workspace-stops.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import type { Ask, Head } from './claimed.ts';
import { mayGo } from './may-go.ts';

/* Places that get alerts on a symbol one after the other, in the order in which they were dispatched. */

const IN_ORDER_BECAUSE = 'An earlier alert on its symbol is still on its way there.';
/** A follow-up on no symbol. */
const AFTER_ITS_ALERT_BECAUSE = 'Its alert is still on its way there.';

/** An earlier fan-out of another brand may be stopped; what stops its channel or the workspace stops the later one too. */
const ofEarlier = {
  workspaceId: sql`e.workspace_id`,
  brandId: sql`before.brand_id`,
  channel: sql`e.channels[1]`,
};

/** On the same symbol; or the same alert, whose follow-up `f` is, on a symbol or on none. */
const isBefore = (instrumentId: SQL): SQL =>
  sql`(before.id = f.alert_id or before.instrument_id = ${instrumentId})`;

/**
 * Whether an alert on the same symbol was dispatched to the place of a fan-out `f` before it and is under way. One that may
 * not begin yet, such as under an embargo or of a stopped brand, holds nothing back.
 */
const isBehind = (instrumentId: SQL, now: Date): SQL<boolean> => sql<boolean>`(exists (
    select from fan_outs e join alerts before on before.workspace_id = e.workspace_id and before.id = e.alert_id
     where e.workspace_id = f.workspace_id and e.destination_id = f.destination_id and e.state = 'open' and e.id < f.id
       and ${isBefore(instrumentId)} and ${mayGo(now, sql`e`)} and not ${isStopped(ofEarlier)})
  or exists (
    select from deliveries d join alerts before on before.workspace_id = d.workspace_id and before.id = d.alert_id
     where d.workspace_id = f.workspace_id and d.target_id = f.destination_id and d.contact_id is null
       and d.state in ('pending', 'held', 'sending', 'retry') and d.fan_out_id < f.id
       and ${isBefore(instrumentId)}))`;

/** Whether a fan-out `f` has to wait for an earlier one. On no symbol, only a follow-up has: for its alert. */
export const waitsForEarlier = (now: Date, { instrumentId }: Pick<Head, 'instrumentId'>): SQL<boolean> =>
  isBehind(sql`${instrumentId}::uuid`, now);

/**
 * Places in a row: whatever else is dispatched to one of them waits for the end of this transaction, so that the ids of its
 * fan-outs are greater and no one sees them before those of this one.
 */
export async function lockOrder(tx: Tx, destinationIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(destinationIds)].toSorted())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order of ${id}`}, 0))`);
}

/** What waits says so on its alert's page. The sweep asks for it again, should nothing wake it. */
export async function noteOrder(tx: Tx, ask: Ask, head: Head): Promise<void> {
  await tx.execute(sql`
    update fan_outs f set waits = ${head.instrumentId === null ? AFTER_ITS_ALERT_BECAUSE : IN_ORDER_BECAUSE}, updated_at = ${ask.now.toISOString()}::timestamptz
     where f.workspace_id = ${ask.workspaceId}::uuid and f.alert_id = ${ask.alertId}::uuid and f.state = 'open'
       and f.destination_id = ${ask.destinationId}::uuid and f.waits is null and ${waitsForEarlier(ask.now, head)}`);
}

/** What waited for an alert at these places goes on, once nothing of that one is under way. */
export async function wakeNext(
  tx: Tx,
  enqueue: EngineEnqueue,
  {
    workspaceId,
    alertId,
    destinationIds,
    now,
  }: { workspaceId: string; alertId: string; destinationIds: readonly string[]; now: Date },
): Promise<void> {
  const { rows } = await tx.execute<{ alert_id: string }>(sql`
    select distinct f.alert_id
      from fan_outs f join alerts a on a.workspace_id = f.workspace_id and a.id = f.alert_id
     where f.workspace_id = ${workspaceId}::uuid and f.state = 'open' and f.alert_id <> ${alertId}::uuid
       and f.destination_id = any(${sql.param([...destinationIds])}::uuid[])
       and a.instrument_id = (select instrument_id from alerts where workspace_id = ${workspaceId}::uuid and id = ${alertId}::uuid)
       and not ${isBehind(sql`a.instrument_id`, now)}`);
  const next = rows.map(({ alert_id: id }) => ({ workspaceId, alertId: id }));
  if (next.length > 0) await enqueue(tx, 'deliver-alert', ...next);
}
