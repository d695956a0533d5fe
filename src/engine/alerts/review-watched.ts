import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { returnAllowance } from '#src/db/queries/usage.ts';
import {
  alertAssessments,
  alerts,
  alertTransitions,
  alertVotes,
  audienceTurns,
  supervisorySamples,
} from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { noteWaiting } from '../approval/notice.ts';
import { keepAssessment } from '../approval/policies/assessments.ts';
import { policiesOf, strictest } from '../approval/policies/chosen.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import { isWatched } from '../barred/bar-on.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { gatherInputs } from './approval-inputs.ts';
import { askByEmail } from './by-email/ask.ts';
import { readDraft } from './compose.ts';
import { newestRevision } from './review.ts';

type Deps = { app: Database; clock: Clock; enqueue: EngineEnqueue; announce: Announce };
type Job = { workspaceId: string; alertId: string };
type Step = Job & { now: Date };

/**
 * Before anything of an alert goes out that a policy let through: where its symbol is on its brand's watch list by now, a
 * person is asked. What was opened for it is undone, as if it had never been sent on its way. Once part of it is out, it's
 * too late for that. @returns whether it waits for a person now
 */
export async function reviewWatched(deps: Deps, job: Job): Promise<boolean> {
  const asked = await withTenant(deps.app, job.workspaceId, (tx) =>
    askAboutWatched(tx, deps.enqueue, { ...job, now: deps.clock() }),
  );
  if (asked === null) return false;
  deps.announce(job.workspaceId);
  if (asked.notified) deps.announce(job.workspaceId, 'notifications');
  return true;
}

async function askAboutWatched(
  tx: Tx,
  enqueue: EngineEnqueue,
  step: Step,
): Promise<{ notified: boolean } | null> {
  const { workspaceId, alertId, now } = step;
  const [alert] = await tx.select().from(alerts).where(eq(alerts.id, alertId));
  if (!alert || !isOnItsWay(alert.state) || !(await isWatched(tx, alert, now))) return null;
  const draft = await readDraft(tx, alertId, now, alert.state);
  if (!draft || draft.onlyTo !== null || !(await isByPolicy(tx, alertId))) return null;
  if (!(await undoDispatch(tx, step))) return null;
  const revision = await newestRevision(tx, alertId);
  if (!revision) throw new Error(`The alert ${alertId} is on its way and has no content.`);
  const inputs = await gatherInputs(tx, { ...draft, templateId: draft.layout.template?.id ?? null }, now);
  const judged = strictest(await policiesOf(tx, draft.alert), inputs);
  await keepAssessment(tx, step, judged, inputs);
  const mine = { workspaceId, alertId };
  await tx
    .update(alertAssessments)
    .set({ waitsSince: now, remindedAt: null, escalatedAt: null, askedAgainAt: null, askedAgainPrice: null })
    .where(isOf(alertAssessments, mine));
  await tx.delete(alertVotes).where(isOf(alertVotes, mine));
  // A reviewed alert needs no check afterwards.
  await tx
    .delete(supervisorySamples)
    .where(and(isOf(supervisorySamples, mine), isNull(supervisorySamples.verdict)));
  const reason = `its approval lapsed before it went out: “${judged.policy.name}” asks for a review now`;
  await moveAlert(tx, { ...step, to: 'pending_review', actor: 'policy', reason });
  await tx
    .update(alerts)
    .set({ approvedHash: null, reviewedHash: null })
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  await askByEmail(tx, enqueue, { ...step, revision: revision.hash, why: 'waiting' });
  return { notified: await noteWaiting(tx, { ...step, title: alert.title ?? '' }) };
}

const isOnItsWay = (state: string): boolean => state === 'approved' || state === 'sending';

const isOf = (
  table: typeof alertAssessments | typeof alertVotes | typeof audienceTurns | typeof supervisorySamples,
  { workspaceId, alertId }: Job,
) => and(eq(table.workspaceId, workspaceId), eq(table.alertId, alertId));

/** Who approved it last; at its planned time, it's only sent on its way. */
async function isByPolicy(tx: Tx, alertId: string): Promise<boolean> {
  const [approved] = await tx
    .select({ actor: alertTransitions.actor })
    .from(alertTransitions)
    .where(
      and(
        eq(alertTransitions.alertId, alertId),
        eq(alertTransitions.toState, 'approved'),
        ne(alertTransitions.actor, 'delivery'),
      ),
    )
    .orderBy(desc(alertTransitions.at), desc(alertTransitions.id))
    .limit(1);
  return approved?.actor === 'policy';
}

/**
 * Undoes what was opened for an alert, and gives it back to the month. Windows that are being claimed are waited for.
 * @returns false where part of it is out, or in a digest, and then nothing is undone
 */
async function undoDispatch(tx: Tx, { workspaceId, alertId, now }: Step): Promise<boolean> {
  const here = sql`workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid`;
  // As a claim does it: the shards first, then the alert.
  await tx.execute(sql`
    select from fan_out_shards where ${here} and not is_done order by fan_out_id, channel, n for update`);
  const state = await lockAlert(tx, alertId);
  if (state === null || !isOnItsWay(state)) return false;
  const { rows } = await tx.execute<{ out: boolean; begun: string | null }>(sql`
    select exists (select from deliveries where ${here} and (state in ('sending', 'sent', 'unknown')
                      or (state = 'rejected' and attempts > 0)))
           or exists (select from digest_items where ${here} and digest_id is not null)
           or exists (select from fan_outs where ${here} and purpose <> 'first') as out,
           (select min(created_at) from fan_outs where ${here}) as begun`);
  const [found] = rows;
  if (!found || found.out || found.begun === null) return false;
  for (const table of ['deliveries', 'digest_items', 'fan_outs'])
    await tx.execute(sql`delete from ${sql.raw(table)} where ${here}`);
  // Its turn is free for another alert. Once it's approved, it takes one anew.
  await tx
    .update(audienceTurns)
    .set({ state: 'ended', decidedAt: now, per: null, most: null, heldUntil: null })
    .where(isOf(audienceTurns, { workspaceId, alertId }));
  await returnAllowance(tx, { workspaceId, taken: new Date(found.begun) });
  return true;
}
