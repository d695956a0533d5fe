import type { Tx } from '#src/db/database.ts';
import { mailChoices } from '#src/db/queries/notification-choices.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import type { ReachAhead } from '#src/shared/alert-reach.ts';
import { documentsOf } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Review } from '#src/shared/review.ts';
import { keyOf, type Person } from '#src/shared/approving-person.ts';
import { votesOf } from '../../approval/policies/who-may.ts';
import type { ApprovalMailJob } from '../../enqueue.ts';
import { type Asked, personRefused, readAsked } from '../asked.ts';
import { reachAhead } from '../reach.ts';
import { newestRevision, reviewOf } from '../review.ts';
import { linksSince, makeLink } from './link.ts';

/** A person gets so many of these emails within an hour. What waits besides is in the inbox. */
export const MAILS_PER_HOUR = 30;
const HOUR_MS = 3_600_000;

export type ApprovalMail = Pick<Asked, 'alert' | 'brand' | 'workspace' | 'person'> & {
  to: string;
  token: string;
  review: Review;
  /** Which of its audiences and places would wait, for sending hours or under embargo. */
  waiting: Pick<ReachAhead, 'opens' | 'embargoes'>;
  document: AlertDocument;
  /** The last one of the hour. */
  isLast: boolean;
  /** Whether nothing that the brand's people get names us. */
  whiteLabel: boolean;
};

/**
 * What an email asks, with a new link; null where there is nothing to ask anymore: it's decided, edited or expired, or the
 * person may not decide, has approved it already, or doesn't want these emails.
 */
export async function approvalMail(tx: Tx, job: ApprovalMailJob, now: Date): Promise<ApprovalMail | null> {
  const { workspaceId, alertId, revision } = job;
  const who: Person = job.userId === undefined ? { approverId: job.approverId } : { userId: job.userId };
  const open = await openQuestion(tx, { workspaceId, alertId, revision, who }, now);
  const to = open && addressOf(open.asked);
  if (!open || to === null || !(await wantsMail(tx, workspaceId, who))) return null;
  const { asked, review, document, expiresAt } = open;
  const sent = await linksSince(tx, { workspaceId, ...who }, new Date(now.getTime() - HOUR_MS));
  if (sent >= MAILS_PER_HOUR) return null;
  const bound = { workspaceId, alertId, ...who, revisionHash: revision, createdAt: now, expiresAt };
  const token = await makeLink(tx, bound);
  const { alert, brand, workspace, person } = asked;
  const isLast = sent + 1 === MAILS_PER_HOUR;
  const { whiteLabel } = (await workspacePlan(tx, now)).entitlements;
  const waiting = (await reachAhead(tx, alertId, now)) ?? { opens: [], embargoes: [] };
  return { alert, brand, workspace, person, to, token, review, waiting, document, isLast, whiteLabel };
}

/**
 * What a person may decide on at this moment, in this text; null where it's decided, edited or expired, or they may not
 * decide or have approved it already.
 */
export async function openQuestion(
  tx: Tx,
  {
    workspaceId,
    alertId,
    revision,
    who,
  }: { workspaceId: string; alertId: string; revision: string; who: Person },
  now: Date,
): Promise<{ asked: Asked; review: Review; document: AlertDocument; expiresAt: Date } | null> {
  const asked = await readAsked(tx, { workspaceId, alertId, ...who });
  if (!asked || asked.alert.state !== 'pending_review') return null;
  const newest = await newestRevision(tx, alertId);
  const review = await reviewOf(tx, alertId, who.userId ?? null, now);
  const document = inLanguageOf(asked, documentsOf(newest?.content));
  if (!review || !document || newest?.hash !== revision) return null;
  const expiresAt = new Date(review.lapsesAt);
  if (expiresAt.getTime() <= now.getTime() || (await personRefused(tx, asked, now)) !== null) return null;
  if ((await votesOf(tx, alertId, revision)).includes(keyOf(who))) return null;
  return { asked, review, document, expiresAt };
}

/** Where they are asked; null where nothing may be sent. */
function addressOf({ person }: Asked): string | null {
  if (person.kind === 'client') return person.approver.email;
  return person.user.emailConfirmedAt === null ? null : person.user.email;
}

/** A client approver reads their own language first, where the alert is written in it. */
export function inLanguageOf(
  { person }: Pick<Asked, 'person'>,
  documents: readonly AlertDocument[],
): AlertDocument | undefined {
  const language = person.kind === 'client' ? person.approver.language : null;
  return documents.find((document) => document.language === language) ?? documents[0];
}

/** Members choose in their settings. Client approvers have none: they are removed where they want no more. */
async function wantsMail(tx: Tx, workspaceId: string, { userId }: Person): Promise<boolean> {
  if (userId === undefined) return true;
  const choices = await mailChoices(tx, { workspaceId, userId });
  return choices.some(({ kind, mail }) => kind === 'alert_waiting' && mail);
}
