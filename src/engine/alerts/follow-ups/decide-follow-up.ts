import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { followUps, revisions } from '#src/db/schema.ts';
import { keyOf } from '#src/shared/approving-person.ts';
import { AppError } from '#src/shared/errors.ts';
import type { DecisionForm } from '#src/shared/review.ts';
import { policiesOf, reviewPolicyOf } from '../../approval/policies/chosen.ts';
import {
  assertApprover,
  isEnough,
  type Question,
  spentBy,
  userOf,
  vote,
  votesOf,
  whoStillMay,
} from '../../approval/policies/who-may.ts';
import { lockAlert } from '../../approval/states.ts';
import type { EngineEnqueue } from '../../enqueue.ts';
import type { DecidedBy } from '../decide.ts';
import { memberOnRecord } from '../deputy-names.ts';
import type { Written } from '../revision.ts';
import { type FollowedAlert, readAlert } from './followed-alert.ts';
import { approveFollowUp, rejectFollowUp } from './send-follow-up.ts';

export type FollowUpRow = typeof followUps.$inferSelect;

type Decision = {
  workspaceId: string;
  alertId: string;
  id: string;
  form: Pick<DecisionForm, 'decision' | 'reason' | 'revision'>;
  by: DecidedBy;
  actor: Actor;
  now: Date;
};

/**
 * A person's decision on an update or a correction that waits. Of two people who must approve it, the first only votes. The
 * last step of its transaction, as it ends on the ledger.
 * @throws AppError not_found, alert_not_waiting, revision_changed, not_approver
 */
export async function decideFollowUp(tx: Tx, enqueue: EngineEnqueue, decision: Decision): Promise<void> {
  const { workspaceId, alertId, id, form, by, actor, now } = decision;
  await lockAlert(tx, alertId);
  const alert = await readAlert(tx, alertId, now);
  const [row] = await tx
    .select()
    .from(followUps)
    .where(and(eq(followUps.alertId, alertId), eq(followUps.id, id)))
    .for('update');
  if (!row) throw new AppError('not_found', 'There is no such update or correction.');
  if (row.state !== 'waiting')
    throw new AppError('alert_not_waiting', undefined, { details: { state: row.state } });
  const written = await storedOf(tx, row.revisionId);
  if (written.hash !== form.revision)
    throw new AppError('revision_changed', undefined, { details: { revision: written.hash } });
  const { question, policy } = await questionOf(tx, alert, row, now);
  const others = (await votesOf(tx, alertId, written.hash)).filter((key) => key !== keyOf(by));
  const spent = spentBy(await whoStillMay(tx, others, question));
  const approver =
    by.userId === undefined
      ? { workspaceId, approverId: by.approverId, brandId: alert.brandId }
      : { workspaceId, userId: by.userId };
  const absent = await assertApprover(tx, { ...question, spent }, approver);
  const inPlaceOf = absent && (await memberOnRecord(tx, absent.userId));
  const isApproved = form.decision === 'approve';
  if (isApproved && policy.needs > 1) {
    const person = by.userId === undefined ? { approverId: by.approverId } : { userId: by.userId };
    const { voters } = await vote(tx, { workspaceId, ...person, alertId, hash: written.hash, now });
    if (!isEnough(policy, await whoStillMay(tx, voters, question))) return;
  }
  await recordActivity(tx, {
    workspaceId,
    actor: { ...actor, name: inPlaceOf ? `${actor.name} for ${inPlaceOf.name}` : actor.name },
    subject: alert.title ?? '',
    action: isApproved ? 'alert.follow_up_approved' : 'alert.follow_up_rejected',
    detail: { purpose: row.purpose, reason: form.reason ?? null },
    at: now,
  });
  const decided = { alert, row, written, by, inPlaceOf, reason: form.reason || null, at: now };
  if (isApproved) await approveFollowUp(tx, enqueue, decided);
  else await rejectFollowUp(tx, decided);
}

/** Who may decide on one, under which policy. */
export async function questionOf(
  tx: Tx,
  alert: FollowedAlert,
  { writtenBy }: Pick<FollowUpRow, 'writtenBy'>,
  now: Date,
) {
  const policy = reviewPolicyOf(await policiesOf(tx, alert));
  const author = userOf(writtenBy);
  const question = { policy, authors: author === null ? [] : [author], alert, now } satisfies Question & {
    alert: FollowedAlert;
  };
  return { policy, question };
}

/** The newest update or correction of an alert whose content has a hash; null where it's the alert's own. */
export async function followUpWith(tx: Tx, alertId: string, hash: string): Promise<FollowUpRow | null> {
  const [found] = await tx
    .select({ row: followUps })
    .from(followUps)
    .innerJoin(
      revisions,
      and(eq(revisions.workspaceId, followUps.workspaceId), eq(revisions.id, followUps.revisionId)),
    )
    .where(and(eq(followUps.alertId, alertId), eq(revisions.hash, hash)))
    .orderBy(desc(followUps.createdAt), desc(followUps.id))
    .limit(1);
  return found?.row ?? null;
}

/** As it was kept: what is decided on. */
export async function storedOf(tx: Tx, revisionId: string): Promise<Written & { hash: string }> {
  const { rows } = await tx.execute<Written & { hash: string }>(sql`
    select v.hash, v.content,
           (select json_agg(json_build_object('channel', r.channel, 'language', r.language, 'prepared', r.prepared)
                            order by r.channel, r.language)
              from renditions r where r.workspace_id = v.workspace_id and r.revision_id = v.id) as renditions
      from revisions v where v.id = ${revisionId}::uuid`);
  if (!rows[0]) throw new Error(`There is no revision ${revisionId}.`);
  return rows[0];
}
