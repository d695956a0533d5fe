import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';

const PER_SWEEP = 200;

type Deps = { app: Database; system: Database; enqueue: EngineEnqueue; announce: Announce; clock: Clock };

/**
 * Has what follows another alert go once every earlier one of its group has had everybody's turn: it's known then who got
 * one of them. Any number of processes may do it at a time. The engine's named cross-tenant query.
 */
export async function releaseGroups(deps: Deps): Promise<void> {
  const now = deps.clock();
  const { rows } = await deps.system.execute<{ workspace_id: string }>(sql`
    select distinct workspace_id from fan_outs where group_waits and state = 'open' limit ${PER_SWEEP}`);
  for (const { workspace_id: workspaceId } of rows) {
    const released = await withTenant(deps.app, workspaceId, async (tx) => {
      const { rows: free } = await tx.execute<{ alert_id: string }>(sql`
        update fan_outs f set group_waits = false, updated_at = ${now.toISOString()}::timestamptz
         where f.workspace_id = ${workspaceId}::uuid and f.group_waits and f.state = 'open'
           and (f.expires_at <= ${now.toISOString()}::timestamptz or not exists (
             select from audience_groups mine
               join audience_groups before on before.workspace_id = mine.workspace_id
                and before.audience_id = mine.audience_id and before.first_alert_id = mine.first_alert_id
                and before.seq < mine.seq
               join fan_outs under_way on under_way.workspace_id = before.workspace_id
                and under_way.alert_id = before.alert_id and under_way.audience_id = before.audience_id
                and under_way.purpose = 'first' and under_way.state = 'open'
              where mine.workspace_id = f.workspace_id and mine.first_alert_id = f.group_first
                and mine.audience_id = f.audience_id and mine.alert_id = f.alert_id))
        returning f.alert_id`);
      const alertIds = [...new Set(free.map(({ alert_id: id }) => id))];
      if (alertIds.length > 0)
        await deps.enqueue(tx, 'deliver-alert', ...alertIds.map((alertId) => ({ workspaceId, alertId })));
      return alertIds.length;
    });
    if (released > 0) deps.announce(workspaceId);
  }
}
