import { sql } from 'drizzle-orm';
import { withTenant } from '#src/db/tenant.ts';
import { lockAlert, moveAlert, TRANSITIONS } from '../approval/states.ts';
import type { NotApproved } from './approved-content.ts';
import type { DeliverDeps, DeliverJob } from './deliver-deps.ts';
import { settleAlert } from './outcome.ts';

/** Ends all that is open of an alert or digest whose stored content isn't what was approved, and says so on its record. */
export async function refuseAlert(
  deps: Pick<DeliverDeps, 'app' | 'announce' | 'clock'>,
  { workspaceId, alertId }: DeliverJob,
  { message: reason }: NotApproved,
): Promise<void> {
  const now = deps.clock();
  const at = sql`${now.toISOString()}::timestamptz`;
  const here = sql`workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid`;
  const notified = await withTenant(deps.app, workspaceId, async (tx) => {
    const state = await lockAlert(tx, alertId);
    await tx.execute(sql`update fan_out_shards set is_done = true where ${here} and not is_done`);
    await tx.execute(sql`
      update fan_outs set state = 'done', waits = null, updated_at = ${at} where ${here} and state = 'open'`);
    await tx.execute(sql`
      update deliveries set state = 'rejected', reason = ${reason}, next_attempt_at = null, waits_for_server = false,
             updated_at = ${at}
       where ${here} and state in ('pending', 'held', 'retry')`);
    const { rows } = await tx.execute<{ out: number; sending: number }>(sql`
      select coalesce(sum(sent + unknown), 0)::int as out, coalesce(sum(sending), 0)::int as sending
        from fan_out_counts where ${here}`);
    const to = (rows[0]?.out ?? 0) > 0 ? 'partly_sent' : 'failed';
    // What another process has in its hands ends the alert when it ends.
    if (state === null || (rows[0]?.sending ?? 0) > 0 || !TRANSITIONS[state].includes(to))
      return settleAlert(tx, { workspaceId, alertId, now });
    return moveAlert(tx, { workspaceId, alertId, to, actor: 'delivery', reason, now });
  });
  deps.announce(workspaceId);
  if (notified) deps.announce(workspaceId, 'notifications');
}
