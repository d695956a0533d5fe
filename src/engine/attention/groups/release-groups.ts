import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import { earlierIn, type GroupedKind, KEPT } from './kept-groups.ts';

const PER_SWEEP = 200;

type Deps = { app: Database; system: Database; enqueue: EngineEnqueue; announce: Announce; clock: Clock };

/**
 * Releases a waiting alert once the earlier ones of its group are done, because then it's known who got one of them. Any
 * number of processes can do this at once. The engine's named cross-tenant query.
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
           and (f.expires_at <= ${now.toISOString()}::timestamptz
             or not (${isUnderWay('audience', sql`false`)} or ${isUnderWay('place', IS_POSTING)}))
        returning f.alert_id`);
      const alertIds = [...new Set(free.map(({ alert_id: id }) => id))];
      if (alertIds.length > 0)
        await deps.enqueue(tx, 'deliver-alert', ...alertIds.map((alertId) => ({ workspaceId, alertId })));
      return alertIds.length;
    });
    if (released > 0) deps.announce(workspaceId);
  }
}

/** Whether an earlier alert of the group isn't done yet. @param also what else keeps this one waiting */
const isUnderWay = (kind: GroupedKind, also: SQL): SQL => sql`exists (
  select from ${earlierIn(kind)}
   where mine.workspace_id = f.workspace_id and mine.first_alert_id = f.group_first and mine.alert_id = f.alert_id
     and mine.${KEPT[kind].of} = f.${KEPT[kind].of} and (${also} or exists (
       select from fan_outs open where open.workspace_id = before.workspace_id and open.alert_id = before.alert_id
          and open.${KEPT[kind].of} = before.${KEPT[kind].of} and open.purpose = 'first' and open.state = 'open')))`;

/** All readers of a place depend on one post: until it's posted or failed, it's unknown whether they got it. */
const IS_POSTING = sql`exists (
  select from deliveries posting where posting.workspace_id = before.workspace_id and posting.alert_id = before.alert_id
     and posting.target_id = before.destination_id and posting.contact_id is null and posting.purpose = 'first'
     and posting.state in ('pending', 'held', 'sending', 'retry'))`;
