import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { alertAssessments, alerts, alertVotes } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { type MoveOfAlert, readMove } from '../approval/freshness/read-move.ts';
import { storedAssessment } from '../approval/policies/assessments.ts';
import { noteWaiting } from '../approval/notice.ts';
import { lockAlert, moveAlert, noteAskedAgain } from '../approval/states.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { askByEmail } from './by-email/ask.ts';
import { newestRevision } from './review.ts';

type Step = { workspaceId: string; alertId: string; now: Date };

/**
 * Of an alert that waits and whose price has moved too far: it ends, or approval is asked for again, as its policy says.
 * The caller has locked it. @returns what was done and why; null where nothing had to be
 */
export async function freshenWaiting(
  tx: Tx,
  enqueue: EngineEnqueue,
  step: Step,
): Promise<{ done: 'lapsed' | 'asked'; says: string } | null> {
  const move = await readMove(tx, await storedAssessment(tx, step.alertId), step.now);
  if (!move?.isTooFar) return null;
  if (move.action === 'ask') await askAgain(tx, enqueue, step, move);
  else await moveAlert(tx, { ...step, to: 'expired', actor: 'policy', reason: move.says });
  return { done: move.action === 'ask' ? 'asked' : 'lapsed', says: move.says };
}

/**
 * Asks for approval of the same content again, at the price of now: approvals so far don't count. The alert waits, and is
 * locked. @returns whether members have been notified
 */
export async function askAgain(
  tx: Tx,
  enqueue: EngineEnqueue,
  step: Step,
  { says, newest }: Pick<MoveOfAlert, 'says' | 'newest'>,
): Promise<boolean> {
  const { workspaceId, alertId, now } = step;
  const revision = await newestRevision(tx, alertId);
  if (!revision) throw new Error(`The alert ${alertId} waits for a review and has no content.`);
  await tx
    .update(alertAssessments)
    .set({ askedAgainAt: now, askedAgainPrice: newest.price })
    .where(and(eq(alertAssessments.workspaceId, workspaceId), eq(alertAssessments.alertId, alertId)));
  await tx
    .delete(alertVotes)
    .where(and(eq(alertVotes.workspaceId, workspaceId), eq(alertVotes.alertId, alertId)));
  const [alert] = await tx
    .update(alerts)
    .set({ approvedHash: null, reviewedHash: null, updatedAt: now })
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)))
    .returning({ title: alerts.title });
  await noteAskedAgain(tx, { ...step, reason: `${says}: approve it again` });
  await askByEmail(tx, enqueue, { workspaceId, alertId, revision: revision.hash, why: 'moved' });
  return noteWaiting(tx, { ...step, title: alert?.title ?? '' });
}

/** Of one that was approved for later: it waits once more. The caller has ended its plan. @returns as `askAgain` */
export async function waitAgain(
  tx: Tx,
  enqueue: EngineEnqueue,
  step: Step,
  move: Pick<MoveOfAlert, 'says' | 'newest'>,
): Promise<boolean> {
  await moveAlert(tx, { ...step, to: 'pending_review', actor: 'policy', reason: 'its approval lapsed' });
  await tx
    .update(alertAssessments)
    .set({ waitsSince: step.now, remindedAt: null, escalatedAt: null })
    .where(
      and(eq(alertAssessments.workspaceId, step.workspaceId), eq(alertAssessments.alertId, step.alertId)),
    );
  return askAgain(tx, enqueue, step, move);
}

/**
 * Before a person's approval, in a transaction of its own, because what it does stays although the approval is refused.
 * The approval checks the price once more. @throws AppError price_moved, alert_not_waiting
 */
export async function assertFresh(
  deps: { app: Database; enqueue: EngineEnqueue; clock: Clock; announce?: Announce },
  { workspaceId, alertId }: Omit<Step, 'now'>,
): Promise<void> {
  const found = await withTenant(deps.app, workspaceId, async (tx) => {
    if ((await lockAlert(tx, alertId)) !== 'pending_review') return null;
    return freshenWaiting(tx, deps.enqueue, { workspaceId, alertId, now: deps.clock() });
  });
  if (!found) return;
  deps.announce?.(workspaceId);
  deps.announce?.(workspaceId, 'notifications');
  if (found.done === 'lapsed')
    throw new AppError('alert_not_waiting', `${found.says}, so it has lapsed. It isn’t sent.`, {
      details: { state: 'expired' },
    });
  throw priceMoved(found.says);
}

export const priceMoved = (says: string): AppError =>
  new AppError('price_moved', `${says}. Look at it again, then approve it.`, {
    details: { state: 'pending_review' },
  });
