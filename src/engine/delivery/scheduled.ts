import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { deliveries } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { SweepDeps } from './sweep-deps.ts';

const PER_SWEEP = 500;

/**
 * Opens deliveries whose moment has come: quiet hours have ended, or their person has changed their preferences. A claim
 * checks everything again, and may hold them once more. The engine's named cross-tenant query. @returns how many alerts
 */
export async function releaseScheduled(
  deps: Pick<SweepDeps, 'app' | 'system' | 'enqueue' | 'announce' | 'clock'>,
): Promise<number> {
  const now = deps.clock();
  const { rows } = await deps.system.execute<{ workspace_id: string; alert_id: string }>(sql`
    select workspace_id, alert_id from deliveries
     where state = 'held' and next_attempt_at <= ${now.toISOString()}::timestamptz
     group by workspace_id, alert_id limit ${PER_SWEEP}`);
  for (const { workspace_id: workspaceId, alert_id: alertId } of rows) {
    await withTenant(deps.app, workspaceId, async (tx) => {
      await tx
        .update(deliveries)
        .set({ state: 'pending', reason: null, nextAttemptAt: null, updatedAt: now })
        .where(
          and(
            eq(deliveries.workspaceId, workspaceId),
            eq(deliveries.alertId, alertId),
            eq(deliveries.state, 'held'),
            isNotNull(deliveries.nextAttemptAt),
            lte(deliveries.nextAttemptAt, now),
          ),
        );
      await deps.enqueue(tx, 'deliver-alert', { workspaceId, alertId });
    });
    deps.announce(workspaceId);
  }
  return rows.length;
}
