import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { deliveries } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { settleAlert } from './settle.ts';

export type SweepDeps = {
  app: Database;
  system: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
  /** True when the process of that name is certainly gone (src/db/liveness.ts). */
  isDead: (instanceId: string) => Promise<boolean>;
};

const PER_SWEEP = 500;
/** A pending delivery this old has lost its job, or its job is long overdue: asking again is harmless. */
const STRANDED = sql.raw(`interval '60 seconds'`);

type Due = {
  workspace_id: string;
  alert_id: string;
  id: string;
  claimed_by: string | null;
  expired: boolean;
  state: string;
};

/**
 * Looks after deliveries that nobody works on: a claim whose holder died becomes `unknown`, a retry that has come
 * due and a pending one that was stranded get a job. One of the engine's named cross-tenant queries finds them.
 */
export async function sweepDeliveries(deps: SweepDeps): Promise<{ unknown: number; woken: number }> {
  const now = deps.clock().toISOString();
  const { rows } = await deps.system.execute<Due>(sql`
    select workspace_id, alert_id, id, claimed_by, state, coalesce(lease_until < ${now}::timestamptz, false) as expired
      from deliveries
     where state = 'sending'
        or (state = 'retry' and next_attempt_at <= ${now}::timestamptz)
        or (state = 'pending' and updated_at < ${now}::timestamptz - ${STRANDED})
     order by updated_at limit ${PER_SWEEP}`);
  let unknown = 0;
  const wake = new Map<string, string>();
  for (const row of rows) {
    if (row.state !== 'sending') wake.set(row.alert_id, row.workspace_id);
    else if (row.expired || (row.claimed_by !== null && (await deps.isDead(row.claimed_by)))) {
      await giveUp(deps, row);
      unknown += 1;
    }
  }
  for (const [alertId, workspaceId] of wake) {
    await withTenant(deps.app, workspaceId, async (tx) => {
      await tx
        .update(deliveries)
        .set({ updatedAt: deps.clock() })
        .where(and(eq(deliveries.alertId, alertId), eq(deliveries.state, 'pending')));
      await deps.enqueue(tx, 'deliver-alert', { workspaceId, alertId });
    });
  }
  return { unknown, woken: wake.size };
}

async function giveUp(deps: SweepDeps, row: Due): Promise<void> {
  const workspaceId = row.workspace_id;
  const now = deps.clock();
  await withTenant(deps.app, workspaceId, async (tx) => {
    const claim = row.claimed_by === null ? undefined : eq(deliveries.claimedBy, row.claimed_by);
    await tx
      .update(deliveries)
      .set({
        state: 'unknown',
        reason:
          'The program stopped after handing it over and before hearing the answer. It is not sent again by itself.',
        leaseUntil: null,
        updatedAt: now,
      })
      .where(and(eq(deliveries.id, row.id), eq(deliveries.state, 'sending'), claim));
    await settleAlert(tx, { workspaceId, alertId: row.alert_id, now });
  });
  deps.announce(workspaceId);
}
