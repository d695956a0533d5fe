import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { lockAlert, noteRecall } from '../../approval/states.ts';
import { ENDED_BECAUSE } from '../eligible.ts';
import { settleAlert } from '../outcome.ts';
import type { Scope } from './unsent.ts';

type Recall = { workspaceId: string; alertId: string; stop: Scope; by: string; now: Date };

/**
 * Ends for good what hasn't gone out of an alert or digest, over the channel of the stop or over all of them. What
 * somebody has in their hands at this moment isn't tried again either. Windows that are being claimed are waited for.
 * @returns null where there was nothing to recall
 */
export async function recallAlert(
  tx: Tx,
  { workspaceId, alertId, stop, by, now }: Recall,
): Promise<{ notified: boolean } | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const over = stop.scope === 'channel' ? stop.target : null;
  const here = sql`workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid`;
  const channel = (name: string) => (over === null ? sql`true` : sql`${sql.raw(name)}channel = ${over}`);
  // As a claim does it: the shards first, then the alert.
  await tx.execute(sql`
    select from fan_out_shards where ${here} and not is_done and ${channel('')} order by fan_out_id, channel, n for update`);
  const state = await lockAlert(tx, alertId);
  await tx.execute(sql`
    insert into fan_out_skips (workspace_id, alert_id, fan_out_id, channel, reason, people)
    select f.workspace_id, f.alert_id, f.id, w.channel, 'recalled', 0
      from fan_outs f, unnest(f.channels) w (channel)
     where f.workspace_id = ${workspaceId}::uuid and f.alert_id = ${alertId}::uuid and ${channel('w.')}
       and (exists (select from fan_out_shards s where s.workspace_id = f.workspace_id and s.alert_id = f.alert_id
              and s.fan_out_id = f.id and s.channel = w.channel and not s.is_done)
         or exists (select from fan_out_counts n where n.workspace_id = f.workspace_id and n.alert_id = f.alert_id
              and n.fan_out_id = f.id and n.channel = w.channel and n.pending + n.held + n.retry + n.sending > 0))
    on conflict do nothing`);
  const { rows: shards } = await tx.execute<{ fan_out_id: string }>(sql`
    update fan_out_shards set is_done = true where ${here} and not is_done and ${channel('')} returning fan_out_id`);
  const { rows: ended } = await tx.execute<{ fan_out_id: string }>(sql`
    with ended as (
      update deliveries set state = 'rejected', reason = ${ENDED_BECAUSE.recalled}, next_attempt_at = null,
             waits_for_server = false, updated_at = ${at}
       where ${here} and state in ('pending', 'held', 'retry') and ${channel('')} returning fan_out_id)
    select distinct fan_out_id from ended`);
  if (shards.length + ended.length === 0) return null;
  if (over !== null)
    await tx.execute(sql`
      update fan_outs set waiting = array_remove(waiting, ${over}::text), updated_at = ${at},
             waits = case when array_remove(waiting, ${over}::text) <> '{}' then waits end
       where ${here} and state = 'open' and ${over} = any(waiting)`);
  const touched = [...new Set([...shards, ...ended].map(({ fan_out_id: id }) => id))];
  if (state !== null && (await hasFirst(tx, workspaceId, touched)))
    await noteRecall(tx, {
      workspaceId,
      alertId,
      state,
      actor: by.startsWith('user:') ? (by as `user:${string}`) : 'delivery',
      reason: 'recalled what hadn’t gone out while sending was stopped',
      now,
    });
  return { notified: await settleAlert(tx, { workspaceId, alertId, now }) };
}

/** Whether one of the fan-outs sends the alert itself, and no update or correction of it. */
async function hasFirst(tx: Tx, workspaceId: string, fanOutIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute<{ first: boolean }>(sql`
    select exists (select from fan_outs f where f.workspace_id = ${workspaceId}::uuid and f.purpose = 'first'
      and f.id = any(${sql.param([...fanOutIds])}::uuid[])) as first`);
  return rows[0]?.first === true;
}

/** Ends what waits for a digest that isn't written yet. @returns digests that were begun and are withheld now */
export async function recallDigests(
  tx: Tx,
  { workspaceId, stop: { scope, target }, now }: Omit<Recall, 'alertId' | 'by'>,
): Promise<string[]> {
  const brand = scope === 'brand' ? sql`brand_id::text = ${target}` : sql`true`;
  await tx.execute(sql`
    update digest_items set ended = 'recalled'
     where workspace_id = ${workspaceId}::uuid and digest_id is null and ended is null and ${brand}
       and ${scope === 'channel' ? sql`channel = ${target}` : sql`true`}`);
  // One that is begun goes over several channels: what it goes by is recalled once it is written.
  if (scope === 'channel') return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    update digests set state = 'withheld', reason = ${ENDED_BECAUSE.recalled}, updated_at = ${now.toISOString()}::timestamptz
     where workspace_id = ${workspaceId}::uuid and state = 'drafted' and ${brand} returning id`);
  return rows.map(({ id }) => id);
}
