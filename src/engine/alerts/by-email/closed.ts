import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { actorNames } from '#src/db/queries/actor-names.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { alerts, alertTransitions, brands, members, users, workspaces } from '#src/db/schema.ts';
import { roleMay } from '#src/shared/permissions.ts';
import { momentIn } from '#src/shared/moment.ts';
import { storedAssessment } from '../../approval/policies/assessments.ts';
import { policyInForce } from '../../approval/policies/in-force.ts';
import { refusalOf } from '../../approval/policies/who-may.ts';
import { lapseOf, newestRevision } from '../review.ts';
import { authorsOf, readAbout } from '../reviewed.ts';
import type { ApprovalLink } from './link.ts';

export type Asked = NonNullable<Awaited<ReturnType<typeof readAsked>>>;

/** The person a link belongs to and the alert it's about; null if either is gone. */
export async function readAsked(
  tx: Tx,
  { workspaceId, alertId, userId }: Pick<ApprovalLink, 'workspaceId' | 'alertId' | 'userId'>,
) {
  const [row] = await tx
    .select({ alert: alerts, brand: brands, workspace: workspaces.name, role: members.role, user: users })
    .from(alerts)
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .innerJoin(workspaces, eq(workspaces.id, alerts.workspaceId))
    .innerJoin(members, and(eq(members.workspaceId, alerts.workspaceId), eq(members.userId, userId)))
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  return row ?? null;
}

/** Why a link decides nothing, in a sentence; null where it does. Of a used one, that it was used. */
export async function closedBecause(
  tx: Tx,
  link: ApprovalLink,
  asked: Asked,
  now: Date,
): Promise<string | null> {
  const { alert, brand } = asked;
  if (link.usedAt !== null)
    return `You’ve used this link already: you ${link.decision === 'approve' ? 'approved' : 'rejected'} the alert on ${momentIn(link.usedAt, brand.timeZone)}. Each link works once.`;
  if (alert.state !== 'pending_review') return decidedBy(tx, alert);
  const lapses = (await lapseOf(tx, alert)).at;
  if (Math.min(lapses.getTime(), link.expiresAt.getTime()) <= now.getTime())
    return `This link has expired. You could decide until ${momentIn(link.expiresAt, brand.timeZone)}.`;
  if ((await newestRevision(tx, alert.id))?.hash !== link.revisionHash)
    return 'Somebody edited the text after this email was sent. Open the newer email, or review the new text in your inbox.';
  return personRefused(tx, asked, now);
}

/** Why a person can't decide on an alert at this moment, in a sentence; null where they can. */
export async function personRefused(
  tx: Tx,
  { alert, workspace, role, user }: Asked,
  now: Date,
): Promise<string | null> {
  if (user.bannedUntil !== null && user.bannedUntil.getTime() > now.getTime())
    return 'Your account is blocked. Ask an owner of the workspace to decide.';
  if (!roleMay(role, 'alerts:approve'))
    return `You’re ${role === 'editor' ? 'an editor' : 'a viewer'} in ${workspace}. Owners, admins and approvers decide.`;
  const policy = policyInForce(await storedAssessment(tx, alert.id));
  const authors = await authorsOf(tx, await readAbout(tx, alert.id));
  const refusal = await refusalOf(tx, policy, { workspaceId: alert.workspaceId, userId: user.id }, authors);
  if (refusal !== null) return refusal;
  if ((await workspacePlan(tx, now)).standing === 'read_only')
    return `${workspace} is read-only because its plan has ended. Nothing is sent until an owner chooses a plan.`;
  return null;
}

/** Who decided before, by name. */
async function decidedBy(tx: Tx, { workspaceId, id }: Asked['alert']): Promise<string> {
  const [step] = await tx
    .select({ to: alertTransitions.toState, actor: alertTransitions.actor })
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
  if (step?.to === 'expired') return 'Nobody decided in time. The alert expired and wasn’t sent.';
  const who = step && (await actorNames(tx, [step.actor])).get(step.actor);
  if (!step || !who) return 'This alert isn’t waiting for a review anymore.';
  return step.to === 'rejected'
    ? `${who} has rejected this alert already. It isn’t sent.`
    : `${who} has approved this alert already.`;
}
