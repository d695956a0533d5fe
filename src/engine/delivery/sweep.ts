import { and, eq, inArray, sql } from 'drizzle-orm';
import { deliveries } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { CLOCK_SLACK_MS } from '#src/shared/clock.ts';
import { CLAIM_MS, RETRY_LONGEST_MS } from './claim.ts';
import { settleAlert } from './settle.ts';
import { sweepAlerts } from './sweep-alerts.ts';
import type { SweepDeps } from './sweep-deps.ts';

const PER_SWEEP = 500;
/** A pending delivery this old has lost its job, or its job is long overdue: asking again is harmless. */
const STRANDED_MS = 60_000;
/** What somebody else has just asked for is not asked for again so soon. */
const RETRY_PAUSE_MS = 30_000;

const IN_DOUBT =
  'The program stopped after handing it over and before hearing the answer. It is not sent again by itself.';

/**
 * Looks after what nobody works on: a claim whose holder died becomes `unknown`, a retry that has come due and a
 * pending delivery that was stranded get a job, and alerts that got stuck are moved on. The engine's named
 * cross-tenant queries find them, each with a limit of its own, so that no kind crowds out another.
 */
export async function sweepDeliveries(deps: SweepDeps): Promise<{ unknown: number; woken: number }> {
  const unknown = await giveUpDead(deps);
  const woken = await wakeDue(deps);
  await sweepAlerts(deps);
  return { unknown, woken };
}

type Claim = { workspace_id: string; alert_id: string; id: string; claimed_by: string };

async function giveUpDead(deps: SweepDeps): Promise<number> {
  const now = deps.clock().toISOString();
  // Of claims that were made while the clock was ahead.
  const longest = new Date(deps.clock().getTime() + CLAIM_MS + CLOCK_SLACK_MS).toISOString();
  // Processes first: one question each, however many deliveries they had under way.
  const { rows: holders } = await deps.system.execute<{ claimed_by: string }>(
    sql`select distinct claimed_by from deliveries where state = 'sending' limit ${PER_SWEEP}`,
  );
  const dead: string[] = [];
  for (const { claimed_by: holder } of holders) if (await deps.isDead(holder)) dead.push(holder);
  const { rows } = await deps.system.execute<Claim>(sql`
    select workspace_id, alert_id, id, claimed_by from deliveries
     where state = 'sending' and (lease_until < ${now}::timestamptz or lease_until > ${longest}::timestamptz or claimed_by = any(${sql.param(dead)}::uuid[]))
     order by updated_at limit ${PER_SWEEP}`);
  for (const row of rows) await giveUp(deps, row);
  return rows.length;
}

async function giveUp(deps: SweepDeps, row: Claim): Promise<void> {
  const workspaceId = row.workspace_id;
  const now = deps.clock();
  const notified = await withTenant(deps.app, workspaceId, async (tx) => {
    await tx
      .update(deliveries)
      .set({ state: 'unknown', reason: IN_DOUBT, leaseUntil: null, updatedAt: now })
      .where(
        and(
          eq(deliveries.id, row.id),
          eq(deliveries.state, 'sending'),
          eq(deliveries.claimedBy, row.claimed_by),
        ),
      );
    return settleAlert(tx, { workspaceId, alertId: row.alert_id, now });
  });
  deps.announce(workspaceId);
  if (notified) deps.announce(workspaceId, 'notifications');
}

/**
 * Sends at once what waits for a server that is back. A named cross-tenant query finds it.
 * @returns how many alerts
 */
export async function wakeWaiting(
  deps: Pick<SweepDeps, 'app' | 'system' | 'enqueue' | 'clock'>,
): Promise<number> {
  let woken = 0;
  for (;;) {
    const { rows } = await deps.system.execute<{ workspace_id: string; alert_id: string }>(sql`
      select workspace_id, alert_id from deliveries where waits_for_server and state = 'retry'
       group by workspace_id, alert_id limit ${PER_SWEEP}`);
    for (const { workspace_id: workspaceId, alert_id: alertId } of rows) {
      await withTenant(deps.app, workspaceId, async (tx) => {
        const now = deps.clock();
        await tx
          .update(deliveries)
          .set({ nextAttemptAt: now, waitsForServer: false, updatedAt: now })
          .where(
            and(
              eq(deliveries.alertId, alertId),
              eq(deliveries.state, 'retry'),
              eq(deliveries.waitsForServer, true),
            ),
          );
        await deps.enqueue(tx, 'deliver-alert', { workspaceId, alertId });
      });
    }
    woken += rows.length;
    if (rows.length < PER_SWEEP) return woken;
  }
}

async function wakeDue(deps: SweepDeps): Promise<number> {
  const now = deps.clock();
  const stranded = new Date(now.getTime() - STRANDED_MS).toISOString();
  // Of what was put down while the clock was ahead.
  const longest = new Date(now.getTime() + RETRY_LONGEST_MS).toISOString();
  const soon = new Date(now.getTime() + CLOCK_SLACK_MS).toISOString();
  const paused = new Date(now.getTime() - RETRY_PAUSE_MS).toISOString();
  const { rows } = await deps.system.execute<{ workspace_id: string; alert_id: string }>(sql`
    select workspace_id, alert_id from deliveries
     where ((state = 'retry' and (next_attempt_at <= ${now.toISOString()}::timestamptz or next_attempt_at > ${longest}::timestamptz)
              and (updated_at < ${paused}::timestamptz or updated_at > ${soon}::timestamptz
                or (updated_at < next_attempt_at and next_attempt_at <= ${now.toISOString()}::timestamptz)))
        or (state = 'pending' and (updated_at < ${stranded}::timestamptz or updated_at > ${soon}::timestamptz)))
       and not exists (select from sending_stops s where s.scope = 'all'
         or (s.scope = 'channel' and s.target = deliveries.channel)
         or (s.scope = 'workspace' and s.target = deliveries.workspace_id::text))
     group by workspace_id, alert_id limit ${PER_SWEEP}`);
  for (const { workspace_id: workspaceId, alert_id: alertId } of rows) {
    await withTenant(deps.app, workspaceId, async (tx) => {
      // Touched, so that neither the next sweep nor another process asks at once again.
      await tx
        .update(deliveries)
        .set({ updatedAt: now })
        .where(and(eq(deliveries.alertId, alertId), inArray(deliveries.state, ['pending', 'retry'])));
      await deps.enqueue(tx, 'deliver-alert', { workspaceId, alertId });
    });
  }
  return rows.length;
}
