import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { alerts, events, renditions, type revisions, rules, workspaces } from '#src/db/schema.ts';
import { recordDecision } from '#src/ledger/decision.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import type { AlertState } from '#src/shared/alerts.ts';
import { AppError } from '#src/shared/errors.ts';
import type { DecisionForm } from '#src/shared/review.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { dispatchAlert } from './dispatch.ts';
import { keepContent, writersOnRecord } from './record-approval.ts';
import { lapseOf, newestRevision } from './review.ts';
import { approveRevision } from './revision.ts';

type Decision = DecisionForm & {
  workspaceId: string;
  alertId: string;
  by: { userId: string; name: string; email: string };
  actor: Actor;
  now: Date;
};

/**
 * A person's decision on an alert that waits for a review. It is of one revision: where there is a newer one, nothing is
 * decided. Approving sends the alert on its way. The last step of its transaction, as it ends on the ledger.
 * @returns what the alert is now
 * @throws AppError not_found, alert_not_waiting, revision_changed
 */
export async function decideAlert(tx: Tx, enqueue: EngineEnqueue, decision: Decision): Promise<AlertState> {
  const { workspaceId, alertId, now, by } = decision;
  const state = await lockAlert(tx, alertId);
  if (state === null) throw new AppError('not_found', 'There is no such alert.');
  if (state !== 'pending_review') throw new AppError('alert_not_waiting', undefined, { details: { state } });
  const about = await readAbout(tx, alertId);
  const step = { workspaceId, alertId, now };
  if ((await lapseOf(tx, about.alert)).getTime() <= now.getTime())
    throw new AppError('alert_not_waiting', 'It’s too late: this alert has expired.', {
      details: { state: 'expired' },
    });
  const revision = await newestRevision(tx, alertId);
  if (!revision || revision.hash !== decision.revision)
    throw new AppError('revision_changed', undefined, { details: { revision: revision?.hash ?? null } });

  const isApproved = decision.decision === 'approve';
  const reason = decision.reason || null;
  const bytes = await keepReviewed(tx, revision);
  await moveAlert(tx, {
    ...step,
    to: isApproved ? 'approved' : 'rejected',
    actor: `user:${by.userId}`,
    reason: reason ?? 'approved after a review',
  });
  if (isApproved) {
    await approveRevision(tx, { ...step, hash: revision.hash });
    await dispatchAlert(tx, enqueue, { ...step, revisionId: revision.id, onlyTo: null });
  }
  await recordActivity(tx, {
    workspaceId,
    actor: decision.actor,
    action: isApproved ? 'alert.approved' : 'alert.rejected',
    subject: about.alert.title ?? '',
    detail: reason === null ? {} : { reason },
    at: now,
  });
  const wrote = await writersOnRecord(tx, alertId);
  await recordDecision(tx, {
    ...step,
    at: now,
    decision: isApproved ? 'approved' : 'rejected',
    revision: revision.hash,
    bytes: [...bytes, ...wrote.bytes],
    by: { ...by, entity: about.entity },
    reason,
    about: {
      brand: about.alert.brandId,
      event: about.alert.eventId,
      rule: about.alert.ruleId,
      ruleVersion: about.ruleVersion,
      way: 'account area',
      ...wrote.about,
    },
  });
  return (await lockAlert(tx, alertId)) ?? state;
}

async function readAbout(tx: Tx, alertId: string) {
  const [row] = await tx
    .select({ alert: alerts, ruleVersion: rules.version, entity: workspaces.name })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .innerJoin(rules, and(eq(rules.workspaceId, events.workspaceId), eq(rules.id, events.ruleId)))
    .innerJoin(workspaces, eq(workspaces.id, alerts.workspaceId))
    .where(eq(alerts.id, alertId));
  if (!row) throw new Error(`The alert ${alertId} has no event or no rule.`);
  return row;
}

/** Keeps what was reviewed, as it is stored. @returns the hashes of content and renditions */
async function keepReviewed(tx: Tx, revision: typeof revisions.$inferSelect): Promise<string[]> {
  if (hashOf(revision.content) !== revision.hash)
    throw new Error(`The content of the revision ${revision.id} isn't what was written.`);
  const rows = await tx
    .select({ prepared: renditions.prepared })
    .from(renditions)
    .where(eq(renditions.revisionId, revision.id));
  return keepContent(
    tx,
    revision.content,
    rows.map(({ prepared }) => prepared),
  );
}
