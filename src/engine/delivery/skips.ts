import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { Ask } from './claimed.ts';
import type { SkipReason } from './eligible.ts';

/** Adds to how many people a fan-out has passed over. */
export async function countSkipped(
  tx: Tx,
  ask: Ask,
  fanOutId: string,
  skipped: ReadonlyMap<SkipReason, number>,
): Promise<void> {
  if (skipped.size === 0) return;
  const rows = JSON.stringify([...skipped].map(([reason, people]) => ({ reason, people })));
  await tx.execute(sql`
    insert into fan_out_skips as s (workspace_id, alert_id, fan_out_id, channel, reason, people)
    select ${ask.workspaceId}::uuid, ${ask.alertId}::uuid, ${fanOutId}::uuid, ${ask.channel}, g.reason, g.people
      from jsonb_to_recordset(${rows}::jsonb) as g (reason text, people integer) order by g.reason
    on conflict (workspace_id, alert_id, fan_out_id, channel, reason) do update set people = s.people + excluded.people`);
}
