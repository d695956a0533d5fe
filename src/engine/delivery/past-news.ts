import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { Lapsed, LapsedThen } from '#src/shared/lapsed.ts';
import { storedAssessment } from '../approval/policies/assessments.ts';
import type { Shard } from './shard.ts';

type Job = { workspaceId: string; alertId: string; now: Date };

/** What lapsed over the same night is in one digest, however long it takes to find its readers. */
const TOGETHER_MS = 120_000;

/**
 * Has fan-outs go into their readers' digests as past news, if they waited for sending hours and nothing of them has gone
 * out: one, or all that the alert has. @returns those that do, and which of them did already
 */
export async function makePastNews(
  tx: Tx,
  { workspaceId, alertId, now }: Job,
  why: Lapsed,
  fanOutId: string | null = null,
): Promise<{ id: string; already: boolean }[]> {
  const { rows } = await tx.execute<{ id: string; already: boolean }>(sql`
    with late as (
      select f.workspace_id, f.id, f.lapsed from fan_outs f
       where f.workspace_id = ${workspaceId}::uuid and f.alert_id = ${alertId}::uuid and f.state = 'open'
         and f.purpose = 'first' and f.late = 'digest' and f.audience_id is not null
         and (${fanOutId}::uuid is null or f.id = ${fanOutId}::uuid)
         and not exists (select from fan_out_counts c
           where c.workspace_id = f.workspace_id and c.alert_id = f.alert_id and c.fan_out_id = f.id
             and c.pending + c.held + c.sending + c.retry + c.sent + c.unknown + c.rejected > 0)
       for no key update)
    update fan_outs f set lapsed = coalesce(late.lapsed, ${why}), waits = null, waiting = '{}',
           updated_at = ${now.toISOString()}::timestamptz
      from late where f.workspace_id = late.workspace_id and f.id = late.id
    returning f.id, late.lapsed is not null as already`);
  return rows;
}

/** From when its people have it in a digest, and in no other way (ms, UTC): a budget holds it, or it's past news. Null: they get it. */
export function inDigestFrom(
  { held_until: held, lapsed, opens_at: opens }: Pick<Shard, 'held_until' | 'lapsed' | 'opens_at'>,
  now: Date,
): number | null {
  const until = held === null ? null : new Date(held).getTime();
  if (lapsed === null) return until;
  const together = opens === null ? 0 : new Date(opens).getTime() + TOGETHER_MS;
  return Math.max(until ?? 0, together, now.getTime());
}

/** What people in quiet hours get of an alert that lapsed meanwhile, by the policy that it was approved under. */
export async function lateByPolicy(tx: Tx, alertId: string): Promise<LapsedThen> {
  return (await storedAssessment(tx, alertId))?.policyContent.freshness?.late ?? 'nothing';
}
