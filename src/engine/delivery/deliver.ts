import { and, eq, sql } from 'drizzle-orm';
import { fanOuts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { DeliverDeps, DeliverJob } from './deliver-deps.ts';
import { runLane } from './lane.ts';
import { settleAlert } from './outcome.ts';
import { createRenditions } from './renditions.ts';

/**
 * Sends what is open of an alert, over every channel side by side. Any number of these may run for one alert at the same
 * time: each delivery is claimed by one, just before it goes out.
 */
export async function deliverAlert(deps: DeliverDeps, job: DeliverJob): Promise<void> {
  const { workspaceId, alertId } = job;
  const { channels, overlap } = await beginWork(deps, job);
  const renditions = createRenditions(job);
  const lanes = channels.flatMap((channel) => {
    const pace = deps.pace(channel);
    return Array.from({ length: pace.lanes }, () =>
      runLane(deps, { ...job, channel, pace, renditions, overlap }),
    );
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

/**
 * Notes who works on it, so that others go on at once when this process dies.
 * @returns the channels with something to do, and whether two fan-outs may have the same people
 */
function beginWork(
  deps: DeliverDeps,
  { workspaceId, alertId }: DeliverJob,
): Promise<{ channels: ChannelKind[]; overlap: boolean }> {
  return withTenant(deps.app, workspaceId, async (tx) => {
    await tx
      .update(fanOuts)
      .set({ workedBy: deps.instanceId, updatedAt: deps.clock() })
      .where(
        and(eq(fanOuts.workspaceId, workspaceId), eq(fanOuts.alertId, alertId), eq(fanOuts.state, 'open')),
      );
    const { rows } = await tx.execute<{ channel: string }>(sql`
      select channel from fan_out_shards
       where workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid and not is_done
      union
      select channel from fan_out_counts
       where workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid and pending + retry > 0`);
    const all = await tx.$count(
      fanOuts,
      and(eq(fanOuts.workspaceId, workspaceId), eq(fanOuts.alertId, alertId)),
    );
    return { channels: rows.map(({ channel }) => channel), overlap: all > 1 };
  });
}
