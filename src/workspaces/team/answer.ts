import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { beginPresence, lockTeam, memberOf } from '#src/db/queries/team.ts';
import { invitations, members, users, workspaces } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { type Joined, type OpenInvitation, ROLE_WORDS } from '#src/shared/team.ts';
import type { TeamDeps } from './deps.ts';
import { findInvitation, type InvitationRow } from './tokens.ts';

/** The account that accepts, and whether its address is confirmed. */
export type Invited = { id: string; email: string; emailConfirmedAt: Date | null; name: string };

/** What the holder of the mailed token may know. Changes nothing: mail scanners open links. @throws AppError invitation_not_found */
export async function lookAt(deps: TeamDeps, token: string): Promise<OpenInvitation> {
  return deps.app.transaction(async (tx) => {
    const found = await findInvitation(tx, token);
    if (!found) throw new AppError('invitation_not_found');
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, found.email), isNotNull(users.emailConfirmedAt)));
    return {
      state: found.ended ?? (found.expiresAt <= deps.clock() ? 'expired' : 'open'),
      workspaceId: found.workspaceId,
      workspace: await nameOf(tx, found.workspaceId),
      inviter: found.inviterName,
      email: found.email,
      role: found.role,
      expiresAt: found.expiresAt.toISOString(),
      account: account ? 'exists' : 'none',
    };
  });
}

/**
 * Makes the invited person a member, once: a second try by the same person gets the same answer and changes nothing. The
 * token only proves access to the email; the account must have that address, and its own address must have been
 * confirmed by other means, or made by this token (src/accounts/invited-sign-up.ts).
 * @throws AppError invitation_not_found, invitation_ended, invitation_of_another, confirm_email_first
 */
export async function accept(deps: TeamDeps, token: string, who: Invited): Promise<Joined> {
  const joined = await deps.app.transaction((tx) => acceptIn(deps, tx, token, who));
  announceJoined(deps, joined.workspaceId);
  return joined;
}

/** The same inside the caller's transaction, which is in the workspace afterwards. */
export async function acceptIn(deps: TeamDeps, tx: Tx, token: string, who: Invited): Promise<Joined> {
  const found = await lockInvitation(tx, token);
  const { workspaceId, role } = found;
  if (found.email !== who.email) throw new AppError('invitation_of_another');
  if (!who.emailConfirmedAt) {
    throw new AppError(
      'confirm_email_first',
      'Confirm your email address first, then accept the invitation.',
    );
  }
  const joined = { workspaceId, workspace: await nameOf(tx, workspaceId) };
  const there = await memberOf(tx, workspaceId, who.id);
  // Pressed twice: already a member.
  if (found.ended === 'accepted' && there) return joined;
  const now = deps.clock();
  refuseEnded(found, now);
  await end(tx, found, 'accepted', now);
  // Someone who became a member in another way keeps that role.
  if (there) return joined;
  await tx.insert(members).values({ workspaceId, userId: who.id, role, createdAt: now });
  await beginPresence(tx, { workspaceId, id: newId(), userId: who.id, email: who.email, at: now });
  await recordActivity(tx, {
    workspaceId,
    actor: { kind: 'member', userId: who.id, name: who.name },
    action: 'member.joined',
    subject: who.email,
    detail: { role, invited_by: found.inviterName },
    at: now,
  });
  await notifyMembers(tx, {
    workspaceId,
    kind: 'member_joined',
    title: `${who.name} joined the workspace`,
    text: `As ${ROLE_WORDS[role].name.toLowerCase()}, by your invitation.`,
    link: '/team',
    at: now,
    onlyTo: found.invitedBy,
  });
  return joined;
}

export function announceJoined(deps: TeamDeps, workspaceId: string): void {
  for (const topic of ['team', 'notifications'] as const) deps.announce?.(workspaceId, topic);
}

/** @throws AppError invitation_not_found, invitation_ended */
export async function decline(deps: TeamDeps, token: string): Promise<void> {
  const workspaceId = await deps.app.transaction(async (tx) => {
    const found = await lockInvitation(tx, token);
    if (found.ended === 'declined') return null;
    const now = deps.clock();
    refuseEnded(found, now);
    await end(tx, found, 'declined', now);
    await recordActivity(tx, {
      workspaceId: found.workspaceId,
      // The person has no account here, or doesn't want it known.
      actor: { kind: 'system', userId: null, name: found.email },
      action: 'invitation.declined',
      subject: found.email,
      detail: { role: found.role },
      at: now,
    });
    return found.workspaceId;
  });
  if (workspaceId) deps.announce?.(workspaceId, 'team');
}

/**
 * The open invitation of a token, for creating an account with it. It isn't locked: deleting an account locks the
 * account first, and so must this. @throws AppError invitation_not_found, invitation_ended
 */
export async function openFor(deps: TeamDeps, tx: Tx, token: string): Promise<{ email: string }> {
  const found = await findInvitation(tx, token);
  if (!found) throw new AppError('invitation_not_found');
  refuseEnded(found, deps.clock());
  return { email: found.email };
}

/** Read again under the workspace's lock: an answer at the same moment has been written by then. */
async function lockInvitation(tx: Tx, token: string): Promise<InvitationRow> {
  const found = await findInvitation(tx, token);
  if (!found) throw new AppError('invitation_not_found');
  await lockTeam(tx, found.workspaceId);
  const again = await findInvitation(tx, token);
  if (!again) throw new AppError('invitation_not_found');
  return again;
}

function refuseEnded(found: InvitationRow, now: Date): void {
  const state = found.ended ?? (found.expiresAt <= now ? 'expired' : null);
  if (state) throw new AppError('invitation_ended', ENDED[state], { details: { state } });
}

const ENDED = {
  accepted: 'This invitation was accepted before.',
  declined: 'This invitation was declined.',
  withdrawn: 'This invitation was withdrawn.',
  expired: 'This invitation has expired.',
} as const;

async function end(
  tx: Tx,
  { workspaceId, id }: InvitationRow,
  ended: 'accepted' | 'declined',
  at: Date,
): Promise<void> {
  await tx
    .update(invitations)
    .set({ ended, endedAt: at })
    .where(and(eq(invitations.workspaceId, workspaceId), eq(invitations.id, id)));
}

async function nameOf(tx: Tx, workspaceId: string): Promise<string> {
  const [workspace] = await tx
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  if (!workspace) throw new AppError('invitation_not_found');
  return workspace.name;
}
