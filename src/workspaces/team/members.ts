import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { endPresence, lockTeam, memberOf, otherOwners, withdrawInvitationsOf } from '#src/db/queries/team.ts';
import { members } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import { type Role, roleMay } from '#src/shared/permissions.ts';
import { mayMove, ROLE_WORDS } from '#src/shared/team.ts';
import type { TeamActor, TeamDeps } from './deps.ts';

type Change = { workspaceId: string; actor: TeamActor; userId: string };

/**
 * Gives a member another role. The same role again changes nothing.
 * @throws AppError not_found, forbidden, last_owner
 */
export async function changeRole(deps: TeamDeps, change: Change & { role: Role }): Promise<void> {
  const { workspaceId, actor, userId, role } = change;
  const changed = await withTenant(deps.app, workspaceId, async (tx) => {
    const { member, may } = await lookUnderLock(tx, change);
    if (member.role === role) return false;
    if (!may(role)) throw refused(member.role, role);
    if (member.role === 'owner') await keepAnOwner(tx, change);
    await tx.update(members).set({ role }).where(isMember(change));
    const at = deps.clock();
    if (!roleMay(role, 'team:manage')) await withdrawInvitationsOf(tx, { workspaceId, userId, at });
    await recordActivity(tx, {
      workspaceId,
      actor: { kind: 'member', ...actor },
      action: 'member.role_changed',
      subject: member.name,
      detail: { from: member.role, to: role },
      at,
    });
    if (userId !== actor.userId) {
      await notifyMembers(tx, {
        workspaceId,
        kind: 'role_changed',
        title: `You are now ${ROLE_WORDS[role].name.toLowerCase()}`,
        text: `${actor.name} changed your role; you were ${ROLE_WORDS[member.role].name.toLowerCase()} before.`,
        link: '/team',
        at,
        onlyTo: userId,
      });
    }
    return true;
  });
  if (!changed) return;
  for (const topic of ['team', 'account', 'notifications'] as const) deps.announce?.(workspaceId, topic);
}

/** Removes a member; their next request is rejected. @throws AppError not_found, forbidden, last_owner */
export async function removeMember(deps: TeamDeps, change: Change): Promise<void> {
  const { workspaceId, actor, userId } = change;
  if (userId === actor.userId) return leave(deps, { workspaceId, actor });
  await withTenant(deps.app, workspaceId, async (tx) => {
    const { member, may } = await lookUnderLock(tx, change);
    if (!may(null)) throw refused(member.role, null);
    if (member.role === 'owner') await keepAnOwner(tx, change);
    await takeOut(tx, change, deps.clock());
    await recordActivity(tx, {
      workspaceId,
      actor: { kind: 'member', ...actor },
      action: 'member.removed',
      subject: member.name,
      detail: { role: member.role, email: member.email },
      at: deps.clock(),
    });
  });
  deps.announce?.(workspaceId, 'team');
}

/** Goes, of one's own will. @throws AppError not_found, last_owner */
export async function leave(
  deps: TeamDeps,
  { workspaceId, actor }: { workspaceId: string; actor: TeamActor },
): Promise<void> {
  const change = { workspaceId, actor, userId: actor.userId };
  await withTenant(deps.app, workspaceId, async (tx) => {
    const { member } = await lookUnderLock(tx, change);
    if (member.role === 'owner') await keepAnOwner(tx, change);
    await takeOut(tx, change, deps.clock());
    await recordActivity(tx, {
      workspaceId,
      actor: { kind: 'member', ...actor },
      action: 'member.left',
      subject: member.name,
      detail: { role: member.role },
      at: deps.clock(),
    });
  });
  deps.announce?.(workspaceId, 'team');
}

const isMember = ({ workspaceId, userId }: Change) =>
  and(eq(members.workspaceId, workspaceId), eq(members.userId, userId));

/** Both as they are now, and not as they were when the request was let in. */
async function lookUnderLock(tx: Tx, change: Change) {
  const { workspaceId, actor, userId } = change;
  await lockTeam(tx, workspaceId);
  const asking = await memberOf(tx, workspaceId, actor.userId);
  if (!asking) throw new AppError('workspace_not_found');
  const member = await memberOf(tx, workspaceId, userId);
  if (!member) throw new AppError('not_found', 'There is no such member in this workspace.');
  return { member, may: (to: Role | null) => mayMove(asking.role, member.role, to) };
}

function refused(from: Role, to: Role | null): AppError {
  return from === 'owner' || to === 'owner'
    ? new AppError('forbidden', 'Only an owner can add or remove owners.')
    : new AppError('forbidden');
}

async function keepAnOwner(tx: Tx, { workspaceId, userId }: Change): Promise<void> {
  if ((await otherOwners(tx, workspaceId, userId)) === 0) throw new AppError('last_owner');
}

async function takeOut(tx: Tx, change: Change, at: Date): Promise<void> {
  await endPresence(tx, { ...change, at });
  await tx.delete(members).where(isMember(change));
}
