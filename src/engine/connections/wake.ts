import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { connectionOf } from '#src/db/queries/held-accounts.ts';

/**
 * Makes what waits for a connection due at once: it works again. The sweep finds it within seconds, together with the
 * fan-outs that stand still for it (src/engine/delivery/sweep.ts).
 */
export async function wakeConnection(
  tx: Tx,
  { workspaceId, connectionId, now }: { workspaceId: string; connectionId: string; now: Date },
): Promise<void> {
  const account = connectionOf({
    workspaceId: sql`d.workspace_id`,
    brandId: sql`a.brand_id`,
    channel: sql`d.channel`,
    destinationId: sql`(case when d.contact_id is null then d.target_id end)`,
  });
  // Left as last changed before it was due: that is what the sweep looks for.
  await tx.execute(sql`
    update deliveries d set next_attempt_at = ${now.toISOString()}::timestamptz, waits_for_server = false
      from alerts a
     where d.workspace_id = ${workspaceId}::uuid and d.waits_for_server and d.state = 'retry'
       and a.workspace_id = d.workspace_id and a.id = d.alert_id and ${account} = ${connectionId}::uuid`);
}
