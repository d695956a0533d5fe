import { sql } from 'drizzle-orm';
import { withTenant } from '#src/db/tenant.ts';
import { settleAlert } from '#src/engine/delivery/outcome.ts';
import type { Announce } from '../enqueue.ts';
import { composeDigest, type ComposeDigestDeps } from './compose-digest.ts';
import { gatherDigests, type GatherDeps } from './gather.ts';

const PER_SWEEP = 200;
/** A digest on its way that hasn't moved for so long is looked at: its last delivery may have gone away. */
const STUCK_MS = 60_000;

export type DigestDeps = ComposeDigestDeps & GatherDeps & { announce: Announce };

/**
 * Makes the digests that are due, writes them and sends them on their way; one that a process left when it died is gone on
 * with. Any number of processes may do it at a time. The engine's named cross-tenant queries.
 */
export async function sweepDigests(deps: DigestDeps): Promise<void> {
  await gatherDigests(deps);
  const stuck = new Date(deps.clock().getTime() - STUCK_MS).toISOString();
  const { rows } = await deps.system.execute<{ workspace_id: string; id: string; state: string }>(sql`
    select workspace_id, id, state from digests
     where state = 'drafted' or (state = 'sending' and updated_at < ${stuck}::timestamptz)
     order by updated_at limit ${PER_SWEEP}`);
  for (const { workspace_id: workspaceId, id: digestId, state } of rows) {
    if (state === 'drafted') await composeDigest(deps, { workspaceId, digestId });
    else
      await withTenant(deps.app, workspaceId, (tx) =>
        settleAlert(tx, { workspaceId, alertId: digestId, now: deps.clock() }),
      );
    deps.announce(workspaceId);
  }
}
