import type { Tx } from '#src/db/database.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { recordDecision } from '#src/ledger/decision.ts';
import { peopleOf } from '#src/ledger/people.ts';
import type { AlertState } from '#src/shared/alerts.ts';
import { documentsOf } from '#src/shared/content/content.ts';
import { AppError } from '#src/shared/errors.ts';
import type { DecisionForm } from '#src/shared/review.ts';
import { type StoredAssessment, storedAssessment } from '../approval/policies/assessments.ts';
import { readMove } from '../approval/freshness/read-move.ts';
import { readApprover } from '../approval/clients/client-refusal.ts';
import { policyInForce } from '../approval/policies/in-force.ts';
import {
  assertApprover,
  type Counted,
  isEnough,
  spentBy,
  vote,
  votesOf,
  whoStillMay,
} from '../approval/policies/who-may.ts';
import { actingKey, idOfKey, keyOf } from '#src/shared/approving-person.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { assessmentOnRecord } from './assessment-on-record.ts';
import { dispatchAlert } from './dispatch.ts';
import { priceMoved } from './freshen.ts';
import { writersOnRecord } from './record-approval.ts';
import { memberOnRecord, nameOfMember } from './deputy-names.ts';
import { lapseOf, newestRevision } from './review.ts';
import { authorsOf, isDamaged, keepReviewed, readAbout } from './reviewed.ts';
import { approveRevision } from './revision.ts';

/** A member decides for the workspace, a client approver for their own company. */
export type DecidedBy = { name: string; email: string } & (
  | { userId: string; approverId?: never }
  | { approverId: string; entity: string; userId?: never }
);

type Decision = DecisionForm & {
  workspaceId: string;
  alertId: string;
  by: DecidedBy;
  actor: Actor;
  /** Where the person decided, for the ledger. */
  way: 'account area' | 'email' | 'notification' | `chat (${string})`;
  now: Date;
  /** How many alerts the request decides on, in a request about several. */
  together?: number;
};

/**
 * A person's decision on an alert that waits for a review. It is of one revision: where there is a newer one, nothing is
 * decided. Approving sends the alert on its way. The last step of its transaction, as it ends on the ledger.
 * @returns what the alert is now
 * @throws AppError not_found, alert_not_waiting, alert_damaged, revision_changed, not_approver, not_together, price_moved
 */
export async function decideAlert(tx: Tx, enqueue: EngineEnqueue, decision: Decision): Promise<AlertState> {
  const { workspaceId, alertId, now, by } = decision;
  const state = await lockAlert(tx, alertId);
  if (state === null) throw new AppError('not_found', 'There is no such alert.');
  if (state !== 'pending_review') throw new AppError('alert_not_waiting', undefined, { details: { state } });
  const about = await readAbout(tx, alertId);
  const judged = await storedAssessment(tx, alertId);
  const step = { workspaceId, alertId, now };
  if ((await lapseOf(tx, about.alert, judged)).at.getTime() <= now.getTime())
    throw new AppError('alert_not_waiting', 'It’s too late: this alert has expired.', {
      details: { state: 'expired' },
    });
  const revision = await newestRevision(tx, alertId);
  if (!revision || revision.hash !== decision.revision)
    throw new AppError('revision_changed', undefined, { details: { revision: revision?.hash ?? null } });

  const policy = policyInForce(judged);
  const approver =
    by.userId === undefined
      ? { workspaceId, approverId: by.approverId, brandId: about.alert.brandId }
      : { workspaceId, userId: by.userId };
  const authors = await authorsOf(tx, about);
  const question = { policy, authors, alert: about.alert, now };
  // A person who approves again is still one.
  const others = (await votesOf(tx, alertId, revision.hash)).filter((key) => key !== keyOf(by));
  const spent = spentBy(await whoStillMay(tx, others, question));
  const absent = await assertApprover(tx, { ...question, spent }, approver);
  const acting = absent === null ? by.name : `${by.name} for ${await nameOfMember(tx, absent.userId)}`;
  const actor = { ...decision.actor, name: absent === null ? decision.actor.name : acting };
  if (decision.together !== undefined && policy.together !== true) throw new AppError('not_together');
  const isApproved = decision.decision === 'approve';
  // Of several at once, only the headlines were on the screen.
  const isReviewed = isApproved && (decision.together ?? 1) < 2;
  const isByModel = documentsOf(revision.content).some(({ aiLabel }) => aiLabel);
  // A moment ago it was near enough (`assertFresh`).
  const move = isApproved ? await readMove(tx, judged, now) : null;
  if (move?.isTooFar) throw priceMoved(move.says);
  if (isApproved && decision.way === 'account area' && !hasSeen(judged, decision))
    throw priceMoved(move?.says ?? 'You were asked again');
  let voters: Counted[] = [];
  if (isApproved && policy.needs > 1) {
    const voted = await vote(tx, { ...step, ...personOf(by), hash: revision.hash });
    voters = await whoStillMay(tx, voted.voters, question);
    if (!isEnough(policy, voters)) {
      if (voted.isNew)
        await recordActivity(tx, {
          workspaceId,
          actor,
          action: 'alert.first_approval',
          subject: about.alert.title ?? '',
          at: now,
        });
      return state;
    }
  }
  const reason = decision.reason || null;
  // What is damaged can still be rejected; there are no bytes of its hash to keep.
  const bytes = !isApproved && isDamaged(revision) ? [] : await keepReviewed(tx, revision, now);
  await moveAlert(tx, {
    ...step,
    to: isApproved ? 'approved' : 'rejected',
    actor: actingKey(keyOf(by), absent?.userId ?? null),
    reason: reason ?? 'approved after a review',
  });
  if (isApproved) {
    await approveRevision(tx, { ...step, hash: revision.hash, isReviewed });
    await dispatchAlert(tx, enqueue, { ...step, revisionId: revision.id, onlyTo: null });
  }
  await recordActivity(tx, {
    workspaceId,
    actor,
    action: isApproved ? 'alert.approved' : 'alert.rejected',
    subject: about.alert.title ?? '',
    detail: reason === null ? {} : { reason },
    at: now,
  });
  const wrote = await writersOnRecord(tx, alertId);
  const onRecord = await assessmentOnRecord(tx, judged);
  const approvedBy = voters.map(({ key }) => idOfKey(key));
  const alsoBy = voters.filter(({ key }) => key !== keyOf(by));
  const people = await peopleOf(tx, workspaceId, [
    ...approvedBy,
    ...voters.flatMap(({ absent: each }) => each ?? []),
  ]);
  const pseudonymOf = (id: string | null) => (id === null ? null : (people.get(id)?.pseudonym ?? null));
  await recordDecision(tx, {
    ...step,
    at: now,
    decision: isApproved ? 'approved' : 'rejected',
    revision: revision.hash,
    bytes: [...bytes, ...wrote.bytes, ...onRecord.bytes],
    by: {
      userId: by.userId ?? by.approverId,
      name: by.name,
      email: by.email,
      entity: by.userId === undefined ? by.entity : about.entity,
    },
    ...(absent !== null && { inPlaceOf: await memberOnRecord(tx, absent.userId) }),
    with: await othersOnRecord(tx, about, alsoBy),
    reason,
    about: {
      brand: about.alert.brandId,
      event: about.alert.eventId,
      rule: about.alert.ruleId,
      ruleVersion: about.ruleVersion,
      way: decision.way,
      ...(by.userId === undefined && { as: 'client' }),
      ...(decision.together !== undefined && { together: decision.together }),
      ...(isApproved && isByModel && { aiLabel: isReviewed ? 'omitted' : 'kept' }),
      ...wrote.about,
      ...onRecord.about,
      ...(voters.length > 0 && { approvedBy: approvedBy.flatMap((id) => pseudonymOf(id) ?? []) }),
      // In whose place each of the two did, where one is a deputy.
      ...(voters.some((each) => each.absent !== null) && {
        approvedFor: voters.map((each) => pseudonymOf(each.absent)),
      }),
    },
  });
  return (await lockAlert(tx, alertId)) ?? state;
}

/**
 * Whether the screen showed the price at which approval was asked for again. Emails and messages from before decide nothing:
 * they were replaced.
 */
const hasSeen = (judged: StoredAssessment | null, { askedAgainAt = null }: DecisionForm): boolean =>
  (judged?.askedAgainAt?.getTime() ?? null) === (askedAgainAt === null ? null : Date.parse(askedAgainAt));

const personOf = ({ userId, approverId }: DecidedBy) => (userId === undefined ? { approverId } : { userId });

/** The others of several who approved it, as the ledger names them. */
async function othersOnRecord(
  tx: Tx,
  { alert: { workspaceId }, entity }: Awaited<ReturnType<typeof readAbout>>,
  others: readonly Counted[],
): Promise<NonNullable<Parameters<typeof recordDecision>[1]['with']>> {
  const made = [];
  for (const { key, absent } of others) {
    const id = idOfKey(key);
    const client =
      key === keyOf({ approverId: id }) ? await readApprover(tx, { workspaceId, approverId: id }) : null;
    made.push({
      ...(client
        ? { userId: id, name: client.name, email: client.email ?? '', entity: client.entity }
        : { ...(await memberOnRecord(tx, id)), entity }),
      inPlaceOf: absent === null ? null : await memberOnRecord(tx, absent),
    });
  }
  return made;
}
