import type { Tx } from '#src/db/database.ts';
import { mailChoices } from '#src/db/queries/notification-choices.ts';
import { documentsOf } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Review } from '#src/shared/review.ts';
import { votesOf } from '../../approval/policies/who-may.ts';
import type { ApprovalMailJob } from '../../enqueue.ts';
import { newestRevision, reviewOf } from '../review.ts';
import { type Asked, personRefused, readAsked } from './closed.ts';
import { linksSince, makeLink } from './link.ts';

/** A person gets so many of these emails within an hour. What waits besides is in the inbox. */
export const MAILS_PER_HOUR = 30;
const HOUR_MS = 3_600_000;

export type ApprovalMail = Pick<Asked, 'alert' | 'brand' | 'workspace'> & {
  to: string;
  token: string;
  review: Review;
  document: AlertDocument;
  /** The last one of the hour. */
  isLast: boolean;
};

/**
 * What an email asks, with a new link; null where there is nothing to ask anymore: it's decided, edited or expired, or the
 * person may not decide, has approved it already, or doesn't want these emails.
 */
export async function approvalMail(tx: Tx, job: ApprovalMailJob, now: Date): Promise<ApprovalMail | null> {
  const { workspaceId, alertId, userId, revision } = job;
  const asked = await readAsked(tx, job);
  if (!asked || asked.alert.state !== 'pending_review' || asked.user.emailConfirmedAt === null) return null;
  const newest = await newestRevision(tx, alertId);
  const review = await reviewOf(tx, alertId, userId);
  const [document] = documentsOf(newest?.content);
  if (!review || !document || newest?.hash !== revision) return null;
  const expiresAt = new Date(review.lapsesAt);
  if (expiresAt.getTime() <= now.getTime() || (await personRefused(tx, asked, now)) !== null) return null;
  if ((await votesOf(tx, alertId, revision)).includes(userId)) return null;
  const choices = await mailChoices(tx, { workspaceId, userId });
  if (!choices.some(({ kind, mail }) => kind === 'alert_waiting' && mail)) return null;
  const sent = await linksSince(tx, { workspaceId, userId }, new Date(now.getTime() - HOUR_MS));
  if (sent >= MAILS_PER_HOUR) return null;
  const bound = { workspaceId, alertId, userId, revisionHash: revision, createdAt: now, expiresAt };
  const token = await makeLink(tx, bound);
  const { alert, brand, workspace, user } = asked;
  return {
    alert,
    brand,
    workspace,
    to: user.email,
    token,
    review,
    document,
    isLast: sent + 1 === MAILS_PER_HOUR,
  };
}
