import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { actorNames } from '#src/db/queries/actor-names.ts';
import { type alerts, alertTransitions } from '#src/db/schema.ts';
import { clientRefusal } from '../../approval/clients/client-refusal.ts';
import { storedAssessment } from '../../approval/policies/assessments.ts';
import { momentIn } from '#src/shared/moment.ts';
import { type Asked, personRefused } from '../asked.ts';
import { lapseOf, newestRevision } from '../review.ts';
import { type ApprovalLink, wayOfLink } from './link.ts';

/** Why a link decides nothing, in a sentence; null where it does. Of a used one, that it was used. */
export async function closedBecause(
  tx: Tx,
  link: ApprovalLink,
  asked: Asked,
  now: Date,
): Promise<string | null> {
  const { alert, brand } = asked;
  const isPush = wayOfLink(link) === 'notification';
  if (link.usedAt !== null && isPush)
    return `You approved the alert with this notification already, on ${momentIn(link.usedAt, brand.timeZone)}.`;
  if (link.usedAt !== null)
    return `You’ve used this link already: you ${link.decision === 'approve' ? 'approved' : 'rejected'} the alert on ${momentIn(link.usedAt, brand.timeZone)}. Each link works once.`;
  // Whoever was removed isn't told what became of the alert.
  const removed = asked.person.kind === 'client' && clientRefusal(asked.person.approver, alert.brandId);
  if (removed) return removed;
  const by = isPush ? 'notification' : 'link';
  return (
    (await alertClosed(tx, asked, { revision: link.revisionHash, expiresAt: link.expiresAt, by }, now)) ??
    (await askedAgainSince(tx, link, asked)) ??
    (alert.state === 'pending_review' ? personRefused(tx, asked, now) : null)
  );
}

/** At another price: a page that was opened before doesn't show it. */
async function askedAgainSince(
  tx: Tx,
  { createdAt, deviceId }: ApprovalLink,
  { alert, person }: Asked,
): Promise<string | null> {
  const askedAgainAt = (await storedAssessment(tx, alert.id))?.askedAgainAt ?? null;
  if (alert.state !== 'pending_review' || askedAgainAt === null || createdAt >= askedAgainAt) return null;
  if (deviceId !== null)
    return 'You were asked again after this notification was sent. Open the newer one, or the alert in Review.';
  return `You were asked again after this email was sent. Open the newer email${person.kind === 'member' ? ', or your inbox' : ''}.`;
}

/** What a person was asked with, and where else a member finds the new text. */
const ASKED_BY = {
  link: { what: 'This link', newer: 'email', inbox: ', or review the new text in your inbox' },
  notification: { what: 'This notification', newer: 'notification', inbox: ', or the alert in Review' },
  chat: { what: 'This request', newer: 'message', inbox: '' },
} as const;

/** Why an alert isn't decided on as it was asked about, in a sentence; null where it is. */
export async function alertClosed(
  tx: Tx,
  asked: Asked,
  { revision, expiresAt, by }: { revision: string; expiresAt: Date; by: keyof typeof ASKED_BY },
  now: Date,
): Promise<string | null> {
  const { alert, brand, person } = asked;
  const { what, newer, inbox } = ASKED_BY[by];
  if (alert.state !== 'pending_review') return decidedBy(tx, alert);
  const lapses = (await lapseOf(tx, alert, await storedAssessment(tx, alert.id))).at;
  if (Math.min(lapses.getTime(), expiresAt.getTime()) <= now.getTime())
    return `${what} has expired. You could decide until ${momentIn(expiresAt, brand.timeZone)}.`;
  if ((await newestRevision(tx, alert.id))?.hash !== revision)
    return `The text was edited after this ${newer} was sent. Open the newer ${newer}${person.kind === 'member' ? inbox : ''}.`;
  return null;
}

/** Who decided before, by name. */
export async function decidedBy(
  tx: Tx,
  { workspaceId, id }: Pick<typeof alerts.$inferSelect, 'workspaceId' | 'id'>,
): Promise<string> {
  const [step] = await tx
    .select({ to: alertTransitions.toState, actor: alertTransitions.actor, reason: alertTransitions.reason })
    .from(alertTransitions)
    .where(
      and(
        eq(alertTransitions.workspaceId, workspaceId),
        eq(alertTransitions.alertId, id),
        eq(alertTransitions.fromState, 'pending_review'),
        inArray(alertTransitions.toState, ['approved', 'rejected', 'expired']),
      ),
    )
    .orderBy(desc(alertTransitions.at))
    .limit(1);
  if (step?.to === 'expired') return `The alert expired and wasn’t sent: ${step.reason}.`;
  const who = step && (await actorNames(tx, [step.actor])).get(step.actor);
  if (!step || !who) return 'This alert isn’t waiting for a review anymore.';
  return step.to === 'rejected'
    ? `${who} has rejected this alert already. It isn’t sent.`
    : `${who} has approved this alert already.`;
}
