import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { Actor } from '#src/db/queries/activity.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { alerts, brands, members, users, workspaces } from '#src/db/schema.ts';
import { approverName } from '#src/shared/client-approvers.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { type Role, roleMay } from '#src/shared/permissions.ts';
import { type ApproverRow, clientRefusal, readApprover } from '../approval/clients/client-refusal.ts';
import type { Person } from '#src/shared/approving-person.ts';
import { storedAssessment } from '../approval/policies/assessments.ts';
import { policyInForce } from '../approval/policies/in-force.ts';
import { standingOf } from '../approval/policies/who-may.ts';
import type { DecidedBy } from './decide.ts';
import { authorsOf, readAbout } from './reviewed.ts';

/** A person who is asked to decide outside the account area: by an emailed link, or in a chat. */
export type AskedPerson =
  | { kind: 'member'; role: Role; user: typeof users.$inferSelect }
  | { kind: 'client'; approver: ApproverRow };

export type Asked = NonNullable<Awaited<ReturnType<typeof readAsked>>>;

/** The person who is asked and the alert it's about; null if either is gone. */
export async function readAsked(
  tx: Tx,
  { workspaceId, alertId, ...who }: { workspaceId: string; alertId: string } & Person,
) {
  const [row] = await tx
    .select({ alert: alerts, brand: brands, workspace: workspaces.name })
    .from(alerts)
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .innerJoin(workspaces, eq(workspaces.id, alerts.workspaceId))
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  const person = row && (await readPerson(tx, workspaceId, who));
  return person ? { ...row, person } : null;
}

/** Null where there is no such person in the workspace anymore. */
export async function readPerson(
  tx: Tx,
  workspaceId: string,
  { userId, approverId }: Person,
): Promise<AskedPerson | null> {
  if (userId === undefined) {
    const approver = await readApprover(tx, { workspaceId, approverId });
    return approver && { kind: 'client', approver };
  }
  const [member] = await tx
    .select({ role: members.role, user: users })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  return member ? { kind: 'member', ...member } : null;
}

/** As their decision is on record. */
export const nameOfAsked = (person: AskedPerson): string =>
  person.kind === 'member' ? nameOfUser(person.user) : approverName(person.approver);

/** Who decides, as `decideAlert` is told. */
export function decidesAs(person: AskedPerson): { by: DecidedBy; actor: Actor } {
  const name = nameOfAsked(person);
  if (person.kind === 'member') {
    const { id: userId, email } = person.user;
    return { by: { userId, name, email }, actor: { kind: 'member', userId, name } };
  }
  const { id: approverId, entity, email } = person.approver;
  return {
    by: { approverId, name: person.approver.name, email: email ?? '', entity },
    actor: { kind: 'client', userId: null, name },
  };
}

/** Why a person can't decide on an alert at this moment, in a sentence; null where they can. */
export async function personRefused(
  tx: Tx,
  { alert, workspace, person }: Asked,
  now: Date,
): Promise<string | null> {
  const refused =
    person.kind === 'client'
      ? clientRefusal(person.approver, alert.brandId)
      : memberRefused(person, workspace, now);
  if (refused !== null) return refused;
  const policy = policyInForce(await storedAssessment(tx, alert.id));
  const authors = await authorsOf(tx, await readAbout(tx, alert.id));
  const { workspaceId } = alert;
  const approver =
    person.kind === 'client'
      ? { workspaceId, approverId: person.approver.id, brandId: alert.brandId }
      : { workspaceId, userId: person.user.id };
  const { refusal } = await standingOf(tx, { policy, authors, now }, approver);
  if (refusal !== null) return refusal;
  if ((await workspacePlan(tx, now)).standing === 'read_only')
    return `${workspace} is read-only because its plan has ended. Nothing is sent until an owner chooses a plan.`;
  return null;
}

function memberRefused(
  { role, user }: Extract<AskedPerson, { kind: 'member' }>,
  workspace: string,
  now: Date,
): string | null {
  if (user.bannedUntil !== null && user.bannedUntil.getTime() > now.getTime())
    return 'Your account is blocked. Ask an owner of the workspace to decide.';
  if (!roleMay(role, 'alerts:approve'))
    return `You’re ${role === 'editor' ? 'an editor' : 'a viewer'} in ${workspace}. Owners, admins and approvers decide.`;
  return null;
}
