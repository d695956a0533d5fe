import { eq, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { alerts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import type { Announce } from '../enqueue.ts';
import { lapseOf } from './review.ts';

const PER_SWEEP = 200;
/** An alert that still waits isn't looked at again so soon. */
const LOOKED_AT_MS = 60_000;

type Deps = { app: Database; system: Database; clock: Clock; announce: Announce };

/** Ends alerts that nobody reviewed in time. Named cross-tenant query of the engine. */
export async function lapseReviews(deps: Deps): Promise<void> {
  const now = deps.clock();
  const { rows } = await deps.system.execute<{ workspace_id: string; id: string }>(sql`
    select workspace_id, id from alerts
     where state = 'pending_review' and updated_at < ${new Date(now.getTime() - LOOKED_AT_MS).toISOString()}::timestamptz
     order by updated_at limit ${PER_SWEEP}`);
  for (const { workspace_id: workspaceId, id: alertId } of rows) {
    const ended = await withTenant(deps.app, workspaceId, async (tx) => {
      if ((await lockAlert(tx, alertId)) !== 'pending_review') return false;
      const [alert] = await tx.select().from(alerts).where(eq(alerts.id, alertId));
      const lapses = alert && (await lapseOf(tx, alert)).getTime() <= now.getTime();
      if (lapses)
        await moveAlert(tx, {
          workspaceId,
          alertId,
          now,
          to: 'expired',
          actor: 'policy',
          reason: 'nobody reviewed it in time',
        });
      else await tx.update(alerts).set({ updatedAt: now }).where(eq(alerts.id, alertId));
      return lapses;
    });
    if (ended) deps.announce(workspaceId);
  }
}
