import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { audienceTurns, fanOuts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { GATHER_SECONDS } from '#src/shared/attention.ts';
import { CLOCK_SLACK_MS, type Clock } from '#src/shared/clock.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { byImportance, type Decision, type Weight } from './budget.ts';
import { type Attentive, lockAttention, roomFor } from './stored-turns.ts';

const PER_SWEEP = 200;

type Deps = { app: Database; system: Database; enqueue: EngineEnqueue; announce: Announce; clock: Clock };

/**
 * Decides what has waited its minute: the most important alerts go while the budget lasts, the others are held for a
 * digest. Any number of processes may do it at a time. The engine's named cross-tenant query.
 */
export async function releaseTurns(deps: Deps): Promise<void> {
  const now = deps.clock();
  const before = new Date(now.getTime() - GATHER_SECONDS * 1000).toISOString();
  // Of what came while the clock was ahead.
  const soon = new Date(now.getTime() + CLOCK_SLACK_MS).toISOString();
  const { rows } = await deps.system.execute<{ workspace_id: string; audience_id: string }>(sql`
    select workspace_id, audience_id from audience_turns
     where state = 'waiting' and (at <= ${before}::timestamptz or at > ${soon}::timestamptz)
     group by workspace_id, audience_id order by min(at) limit ${PER_SWEEP}`);
  for (const { workspace_id: workspaceId, audience_id: audienceId } of rows) {
    await withTenant(deps.app, workspaceId, (tx) => release(tx, deps, { workspaceId, audienceId, now }));
    deps.announce(workspaceId);
  }
}

type Of = { workspaceId: string; audienceId: string; now: Date };
type Waiting = { alert_id: string; critical: boolean; rank: number | null; at: string; open: boolean };

async function release(tx: Tx, deps: Pick<Deps, 'enqueue'>, of: Of): Promise<void> {
  const { workspaceId, audienceId, now } = of;
  const [budgeted] = await lockAttention(tx, workspaceId, [audienceId], { all: true });
  // Under the lock: another process may have been quicker.
  const { rows } = await tx.execute<Waiting>(sql`
    select t.alert_id, t.critical, t.move_rank as rank, t.at,
           exists (select from fan_outs f where f.workspace_id = t.workspace_id and f.alert_id = t.alert_id
              and f.audience_id = t.audience_id and f.state = 'open' and f.gathers_until is not null
              and (f.expires_at is null or f.expires_at > ${now.toISOString()}::timestamptz)) as open
      from audience_turns t
     where t.workspace_id = ${workspaceId}::uuid and t.audience_id = ${audienceId}::uuid and t.state = 'waiting'`);
  if (!budgeted || rows.length === 0) return;
  const weights = rows
    .filter(({ open }) => open)
    .map((row) => ({
      alertId: row.alert_id,
      critical: row.critical,
      moveRank: row.rank,
      at: new Date(row.at),
    }))
    .toSorted(byImportance);
  const { left, held } = await room(tx, of, budgeted);
  // Whatever keeps the others from going, it takes none of the budget.
  await settle(tx, of, { go: 'ended' }, idsOf(rows, weights));
  await settle(tx, of, { go: 'now' }, weights.slice(0, left).map(idOf));
  if (held) await settle(tx, of, held, weights.slice(left).map(idOf));
  await deps.enqueue(tx, 'deliver-alert', ...rows.map((row) => ({ workspaceId, alertId: row.alert_id })));
}

const idOf = ({ alertId }: Weight): string => alertId;
function idsOf(rows: readonly Waiting[], open: readonly Weight[]): string[] {
  const going = new Set(open.map(idOf));
  return rows.flatMap(({ alert_id: id }) => (going.has(id) ? [] : [id]));
}

async function room(tx: Tx, of: Of, { budget }: Attentive) {
  // The limits were removed meanwhile.
  if (!budget) return { left: Number.POSITIVE_INFINITY, held: null };
  return roomFor(tx, { ...of, budget });
}

async function settle(
  tx: Tx,
  { workspaceId, audienceId, now }: Of,
  decision: Exclude<Decision, { go: 'waiting' }> | { go: 'ended' },
  alertIds: readonly string[],
): Promise<void> {
  if (alertIds.length === 0) return;
  const isHeld = decision.go === 'held';
  await tx
    .update(audienceTurns)
    .set({
      state: decision.go,
      decidedAt: now,
      ...(isHeld && { per: decision.per, most: decision.most, heldUntil: decision.until }),
    })
    .where(
      and(
        eq(audienceTurns.workspaceId, workspaceId),
        eq(audienceTurns.audienceId, audienceId),
        inArray(audienceTurns.alertId, [...alertIds]),
      ),
    );
  await tx
    .update(fanOuts)
    .set({ gathersUntil: null, heldUntil: isHeld ? decision.until : null, updatedAt: now })
    .where(
      and(
        eq(fanOuts.workspaceId, workspaceId),
        eq(fanOuts.audienceId, audienceId),
        inArray(fanOuts.alertId, [...alertIds]),
        eq(fanOuts.purpose, 'first'),
      ),
    );
}
