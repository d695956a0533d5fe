import { and, eq, sql } from 'drizzle-orm';
import { fanOuts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { connectionOf } from '#src/db/queries/held-accounts.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { approvedContent, type IsApproved, NotApproved } from './approved-content.ts';
import type { DeliverDeps, DeliverJob } from './deliver-deps.ts';
import { runLane } from './lane.ts';
import { settleAlert } from './outcome.ts';
import { refuseAlert } from './refuse.ts';
import { createRenditions } from './renditions.ts';

/**
 * Sends what is open of an alert, over every account side by side: none waits for another. Any number of these may run
 * for one alert at the same time: each delivery is claimed by one, just before it goes out. What is stored must be what
 * was approved: else nothing more goes out.
 */
export async function deliverAlert(deps: DeliverDeps, job: DeliverJob): Promise<void> {
  try {
    await sendOpen(deps, job);
  } catch (error) {
    if (!(error instanceof NotApproved)) throw error;
    await refuseAlert(deps, job, error);
  }
}

async function sendOpen(deps: DeliverDeps, job: DeliverJob): Promise<void> {
  const { workspaceId, alertId } = job;
  const { ways, overlap, isApproved } = await beginWork(deps, job);
  const renditions = createRenditions(job, isApproved);
  const lanes = ways.flatMap(({ connectionId, ...way }) => {
    const pace = deps.pace(way.channel, connectionId);
    // A place gets one message.
    const count = way.destinationId === null ? pace.lanes : 1;
    return Array.from({ length: count }, () => runLane(deps, { ...job, ...way, pace, renditions, overlap }));
  });
  // Each to its end, whatever becomes of the others; the first failure is the job's.
  const ended = await Promise.allSettled(lanes);
  const notified = await withTenant(deps.app, workspaceId, (tx) =>
    settleAlert(tx, { workspaceId, alertId, now: deps.clock() }),
  );
  deps.announce(workspaceId);
  if (notified) deps.announce(workspaceId, 'notifications');
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

/** People over a channel, or one place, and the connection that leads there; null is the installation's own account. */
type Way = { channel: ChannelKind; destinationId: string | null; connectionId: string | null };

/**
 * Notes who works on it, so that others go on at once when this process dies.
 * @returns the ways with something to do, whether two fan-outs may have the same people, and what was approved
 */
function beginWork(
  deps: DeliverDeps,
  { workspaceId, alertId }: DeliverJob,
): Promise<{ ways: Way[]; overlap: boolean; isApproved: IsApproved }> {
  const now = deps.clock();
  return withTenant(deps.app, workspaceId, async (tx) => {
    await tx
      .update(fanOuts)
      .set({ workedBy: deps.instanceId, updatedAt: now })
      .where(
        and(eq(fanOuts.workspaceId, workspaceId), eq(fanOuts.alertId, alertId), eq(fanOuts.state, 'open')),
      );
    const over = {
      workspaceId: sql`f.workspace_id`,
      brandId: sql`(select a.brand_id from alerts a where a.workspace_id = f.workspace_id and a.id = f.alert_id)`,
      channel: sql`open.channel`,
      destinationId: sql`f.destination_id`,
    };
    const { rows } = await tx.execute<Way>(sql`
      select distinct open.channel, f.destination_id as "destinationId", ${connectionOf(over)} as "connectionId"
        from (select fan_out_id, channel from fan_out_shards
               where workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid and not is_done
              union
              select fan_out_id, channel from fan_out_counts
               where workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid and pending + retry > 0) open
        join fan_outs f on f.workspace_id = ${workspaceId}::uuid and f.id = open.fan_out_id`);
    const all = await tx.$count(
      fanOuts,
      and(eq(fanOuts.workspaceId, workspaceId), eq(fanOuts.alertId, alertId)),
    );
    const isApproved = await approvedContent(tx, { workspaceId, alertId, now });
    return { ways: rows, overlap: all > 1, isApproved };
  });
}
