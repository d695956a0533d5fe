import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { alertAssessments, alerts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordDecision } from '#src/ledger/decision.ts';
import type { Clock } from '#src/shared/clock.ts';
import { noteEscalated } from '../approval/notice.ts';
import { type StoredAssessment, storedAssessment } from '../approval/policies/assessments.ts';
import { readMove } from '../approval/freshness/read-move.ts';
import { isWatched } from '../barred/bar-on.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { askNewDeputies } from './by-email/ask-deputies.ts';
import { askByEmail } from './by-email/ask.ts';
import { assessmentOnRecord } from './assessment-on-record.ts';
import { dispatchAlert } from './dispatch.ts';
import { writersOnRecord } from './record-approval.ts';
import { freshenWaiting } from './freshen.ts';
import { isReminderDue, remindApprovers } from './remind.ts';
import { lapseOf, newestRevision } from './review.ts';
import { isDamaged, keepReviewed, readAbout } from './reviewed.ts';
import { keepSample } from './sampling/keep-sample.ts';
import { approveRevision } from './revision.ts';

const PER_SWEEP = 200;
/** How long before a waiting alert is checked again. */
const LOOKED_AT_MS = 60_000;

type Deps = {
  app: Database;
  system: Database;
  clock: Clock;
  announce: Announce;
  enqueue: EngineEnqueue;
};
type Step = { workspaceId: string; alertId: string; now: Date };

/**
 * Handles alerts that weren't decided on in time, as their policy says: they expire, go out, or escalate to the owners, who
 * get the same time again. Where the price has moved too far, they lapse or are asked about again. Halfway, their approvers are reminded. Deputies are asked as an absence begins. Named cross-tenant query of the engine.
 * @throws the first failure, once every other alert has had its turn
 */
export async function lapseReviews(deps: Deps): Promise<void> {
  const now = deps.clock();
  const { rows } = await deps.system.execute<{ workspace_id: string; id: string }>(sql`
    select workspace_id, id from alerts
     where state = 'pending_review' and updated_at < ${new Date(now.getTime() - LOOKED_AT_MS).toISOString()}::timestamptz
     order by updated_at limit ${PER_SWEEP}`);
  const failures: unknown[] = [];
  for (const { workspace_id: workspaceId, id: alertId } of rows) {
    try {
      const done = await withTenant(deps.app, workspaceId, (tx) =>
        lapseOne(tx, deps.enqueue, { workspaceId, alertId, now }),
      );
      if (done !== 'waits') deps.announce(workspaceId);
      if (done === 'escalated' || done === 'reminded') deps.announce(workspaceId, 'notifications');
    } catch (error) {
      failures.push(error);
      await lookLater(deps.app, { workspaceId, alertId, now });
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** One that fails has its turn again after the others, and doesn't keep them. */
const lookLater = (app: Database, { workspaceId, alertId, now }: Step) =>
  withTenant(app, workspaceId, (tx) =>
    tx
      .update(alerts)
      .set({ updatedAt: now })
      .where(and(eq(alerts.id, alertId), eq(alerts.state, 'pending_review'))),
  );

async function lapseOne(
  tx: Tx,
  enqueue: EngineEnqueue,
  step: Step,
): Promise<'waits' | 'ended' | 'escalated' | 'reminded'> {
  const { alertId, now } = step;
  if ((await lockAlert(tx, alertId)) !== 'pending_review') return 'waits';
  const [alert] = await tx.select().from(alerts).where(eq(alerts.id, alertId));
  if (!alert) return 'waits';
  const judged = await storedAssessment(tx, alertId);
  const { from, at, isNews } = await lapseOf(tx, alert, judged);
  if (at.getTime() > now.getTime()) {
    const freshened = await freshenWaiting(tx, enqueue, step);
    if (freshened) return freshened.done === 'lapsed' ? 'ended' : 'reminded';
    await tx.update(alerts).set({ updatedAt: now }).where(eq(alerts.id, alertId));
    await askNewDeputies(tx, enqueue, step, { since: alert.updatedAt, judged });
    if (!judged || !isReminderDue({ from, at }, judged, now)) return 'waits';
    return (await remindApprovers(tx, enqueue, step, judged)) ? 'reminded' : 'waits';
  }
  const unanswered = isNews(now) ? (judged?.policyContent.unanswered ?? 'expire') : 'expire';
  if (judged && unanswered === 'release' && !(await needsPerson(tx, alert, judged, now))) {
    const move = await readMove(tx, judged, now);
    if (move?.isTooFar) {
      await moveAlert(tx, { ...step, to: 'expired', actor: 'policy', reason: move.says });
      return 'ended';
    }
    const revision = await newestRevision(tx, alertId);
    if (!revision || isDamaged(revision)) {
      const reason = 'its stored text isn’t what was written, so it can’t be approved';
      await moveAlert(tx, { ...step, to: 'expired', actor: 'policy', reason });
      return 'ended';
    }
    await release(tx, enqueue, step, judged, revision);
    return 'ended';
  }
  if (judged && unanswered === 'escalate' && judged.escalatedAt === null) {
    await tx
      .update(alertAssessments)
      .set({ escalatedAt: now })
      .where(and(eq(alertAssessments.workspaceId, step.workspaceId), eq(alertAssessments.alertId, alertId)));
    await tx.update(alerts).set({ updatedAt: now }).where(eq(alerts.id, alertId));
    const revision = await newestRevision(tx, alertId);
    if (revision) await askByEmail(tx, enqueue, { ...step, revision: revision.hash, why: 'escalated' });
    await noteEscalated(tx, { ...step, title: alert.title ?? '' });
    return 'escalated';
  }
  await moveAlert(tx, { ...step, to: 'expired', actor: 'policy', reason: 'no one reviewed it in time' });
  return 'ended';
}

/** Whether the brand asks for a person, by its watch list or its country rules, whatever the policy says. */
const needsPerson = async (
  tx: Tx,
  alert: typeof alerts.$inferSelect,
  { inputs }: StoredAssessment,
  now: Date,
): Promise<boolean> =>
  inputs.watched === true || (inputs.review ?? []).length > 0 || isWatched(tx, alert, now);

/** The policy approves what no person decided on. The last step of its transaction, as it ends on the ledger. */
async function release(
  tx: Tx,
  enqueue: EngineEnqueue,
  step: Step,
  judged: StoredAssessment,
  revision: NonNullable<Awaited<ReturnType<typeof newestRevision>>>,
): Promise<void> {
  const { alertId, now } = step;
  const about = await readAbout(tx, alertId);
  const bytes = await keepReviewed(tx, revision, now);
  const reason = `no one decided within ${judged.policyContent.waitsMinutes} minutes, and “${judged.policyName}” sends it then`;
  await moveAlert(tx, { ...step, to: 'approved', actor: 'policy', reason });
  await approveRevision(tx, { ...step, hash: revision.hash });
  const { policyId: id, policyName: name, policyVersion: version, policyContent: content } = judged;
  await keepSample(tx, step, { policy: { id, name, version, content }, revision: revision.hash });
  await dispatchAlert(tx, enqueue, { ...step, revisionId: revision.id, onlyTo: null });
  const wrote = await writersOnRecord(tx, alertId);
  const onRecord = await assessmentOnRecord(tx, judged);
  await recordDecision(tx, {
    ...step,
    at: now,
    decision: 'approved',
    revision: revision.hash,
    bytes: [...bytes, ...wrote.bytes, ...onRecord.bytes],
    by: { policy: onRecord.name },
    reason,
    about: {
      brand: about.alert.brandId,
      event: about.alert.eventId,
      rule: about.alert.ruleId,
      ruleVersion: about.ruleVersion,
      ...wrote.about,
      ...onRecord.about,
    },
  });
}
