import { sql } from 'drizzle-orm';
import { withTenant } from '#src/db/tenant.ts';
import { CLOCK_SLACK_MS } from '#src/shared/clock.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import { settleAlert } from './outcome.ts';
import type { SweepDeps } from './sweep-deps.ts';

const PER_SWEEP = 200;
/** A draft this old has lost its job. Composing twice changes nothing. */
const DRAFT_STUCK_MS = 120_000;
/** A draft that could not be composed for an hour never will. */
const DRAFT_HOPELESS_MS = 3_600_000;
/** Unless nobody has asked for it for so long: after an outage it's asked for first. */
const DRAFT_UNASKED_MS = 600_000;
/** An alert on its way that has not moved for so long is looked at: its last delivery may have gone away. */
const SENDING_STUCK_MS = 60_000;
/** An unconfirmed address does not keep an alert waiting for ever: news of last week is none. */
const HELD_LAPSES_MS = 7 * 86_400_000;

type Stuck = { workspace_id: string; id: string; state: string; created_at: Date; updated_at: Date };

/** Moves on alerts that stand still though nobody has to decide anything. Named cross-tenant query of the engine. */
export async function sweepAlerts(deps: SweepDeps): Promise<void> {
  const now = deps.clock();
  // Touched while the clock was ahead.
  const soon = new Date(now.getTime() + CLOCK_SLACK_MS).toISOString();
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
  const { rows } = await deps.system.execute<Stuck>(sql`
    (select workspace_id, id, state, created_at, updated_at from alerts
      where state = 'drafted' and (updated_at < ${before(DRAFT_STUCK_MS)}::timestamptz or updated_at > ${soon}::timestamptz)
      order by updated_at limit ${PER_SWEEP})
    union all
    (select workspace_id, id, state, created_at, updated_at from alerts
      where state in ('approved', 'sending') and (updated_at < ${before(SENDING_STUCK_MS)}::timestamptz or updated_at > ${soon}::timestamptz)
      order by updated_at limit ${PER_SWEEP})`);
  for (const row of rows) await moveOn(deps, row, now);
}

async function moveOn(deps: SweepDeps, row: Stuck, now: Date): Promise<void> {
  const alert = { workspaceId: row.workspace_id, alertId: row.id, now };
  const notified = await withTenant(deps.app, row.workspace_id, async (tx) => {
    if ((await lockAlert(tx, row.id)) !== row.state) return false;
    let told = false;
    if (row.state === 'drafted') {
      if (isHopeless(row, now)) {
        const reason = 'it could not be composed for an hour';
        told = await moveAlert(tx, { ...alert, to: 'failed', actor: 'writer', reason });
      } else await deps.enqueue(tx, 'compose-alert', { workspaceId: row.workspace_id, alertId: row.id });
    } else {
      await tx.execute(sql`
        update deliveries set state = 'rejected', reason = 'The address was not confirmed in time.', updated_at = ${now.toISOString()}::timestamptz
         where alert_id = ${row.id} and state = 'held' and next_attempt_at is null
           and created_at < ${new Date(now.getTime() - HELD_LAPSES_MS).toISOString()}::timestamptz`);
      told = await settleAlert(tx, alert);
    }
    // Looked at: the others come first in the next sweep.
    await tx.execute(
      sql`update alerts set updated_at = ${now.toISOString()}::timestamptz where id = ${row.id}`,
    );
    return told;
  });
  deps.announce(row.workspace_id);
  if (notified) deps.announce(row.workspace_id, 'notifications');
}

const isHopeless = ({ created_at: created, updated_at: asked }: Stuck, now: Date): boolean =>
  now.getTime() - new Date(created).getTime() > DRAFT_HOPELESS_MS &&
  now.getTime() - new Date(asked).getTime() < DRAFT_UNASKED_MS;
