import { and, desc, eq, isNull, lte } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { lockTeam, memberOf } from '#src/db/queries/team.ts';
import { invitations, members, users } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { deriveKey } from '#src/platform/keys/keys.ts';
import { takeAllIn, UsedUp } from '#src/platform/limits/count.ts';
import { AppError } from '#src/shared/errors.ts';
import { roleMay } from '#src/shared/permissions.ts';
import { type Invitation, INVITATION_DAYS, type InvitedRole } from '#src/shared/team.ts';
import type { TeamActor, TeamDeps } from './deps.ts';
import { invitationLimits } from './quotas.ts';
import { hashOf, type InvitationRow, newToken, sealToken } from './tokens.ts';

const LIFETIME_MS = INVITATION_DAYS * 86_400_000;

type Asked = { workspaceId: string; actor: TeamActor };

/** Those that nobody has answered yet, newest first. The transaction is in the workspace. */
export async function listInvitations(tx: Tx, workspaceId: string, now: Date): Promise<Invitation[]> {
  const rows = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.workspaceId, workspaceId), isNull(invitations.ended)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));
  return rows.map((row) => show(row, now));
}

/**
 * Invites an address. Whether it has an account is not looked at, so that nobody learns it here.
 * @throws AppError already_member, already_invited, forbidden, over_request_rate_limit
 */
export async function invite(
  deps: TeamDeps,
  asked: Asked & { email: string; role: InvitedRole },
): Promise<Invitation> {
  const { workspaceId, actor, email, role } = asked;
  const now = deps.clock();
  const made = await withTenant(deps.app, workspaceId, async (tx) => {
    await stillManages(tx, asked);
    await endExpired(tx, workspaceId, now);
    if (await isMember(tx, workspaceId, email)) throw new AppError('already_member');
    const living = and(
      eq(invitations.workspaceId, workspaceId),
      eq(invitations.email, email),
      isNull(invitations.ended),
    );
    if ((await tx.$count(invitations, living)) > 0) throw new AppError('already_invited');
    await count(deps, tx, { workspaceId, email, again: false });
    const token = newToken();
    const [row] = await tx
      .insert(invitations)
      .values({
        workspaceId,
        id: newId(),
        email,
        role,
        tokenHash: hashOf(token),
        invitedBy: actor.userId,
        inviterName: actor.name,
        createdAt: now,
        sentAt: now,
        expiresAt: new Date(now.getTime() + LIFETIME_MS),
      })
      .returning();
    if (!row) throw new Error('The invitation was not stored.');
    await mail(deps, tx, row, token);
    await note(tx, asked, 'member.invited', row, now);
    return show(row, now);
  });
  deps.announce?.(workspaceId, 'team');
  return made;
}

/**
 * Mails it again, with a new link that is good for as long as a first one; the earlier link ends.
 * @throws AppError not_found, forbidden, over_request_rate_limit
 */
export async function resend(deps: TeamDeps, asked: Asked & { id: string }): Promise<Invitation> {
  const { workspaceId } = asked;
  const now = deps.clock();
  const again = await withTenant(deps.app, workspaceId, async (tx) => {
    await stillManages(tx, asked);
    const open = await lockOpen(tx, asked);
    await count(deps, tx, { workspaceId, email: open.email, again: true });
    const token = newToken();
    const [row] = await tx
      .update(invitations)
      .set({
        tokenHash: hashOf(token),
        sentAt: now,
        expiresAt: new Date(now.getTime() + LIFETIME_MS),
        // The latest sender is responsible for it from now on.
        invitedBy: asked.actor.userId,
        inviterName: asked.actor.name,
      })
      .where(and(eq(invitations.workspaceId, workspaceId), eq(invitations.id, open.id)))
      .returning();
    if (!row) throw new Error('The invitation was not stored.');
    await mail(deps, tx, row, token);
    await note(tx, asked, 'invitation.resent', row, now);
    return show(row, now);
  });
  deps.announce?.(workspaceId, 'team');
  return again;
}

/** Its link is good no more. @throws AppError not_found, forbidden */
export async function withdraw(deps: TeamDeps, asked: Asked & { id: string }): Promise<void> {
  const { workspaceId } = asked;
  const now = deps.clock();
  await withTenant(deps.app, workspaceId, async (tx) => {
    await stillManages(tx, asked);
    const open = await lockOpen(tx, asked);
    await tx
      .update(invitations)
      .set({ ended: 'withdrawn', endedAt: now })
      .where(and(eq(invitations.workspaceId, workspaceId), eq(invitations.id, open.id)));
    await note(tx, asked, 'invitation.withdrawn', open, now);
  });
  deps.announce?.(workspaceId, 'team');
}

/** Under the lock that everything takes which changes who belongs to the workspace. */
async function stillManages(tx: Tx, { workspaceId, actor }: Asked): Promise<void> {
  await lockTeam(tx, workspaceId);
  const asking = await memberOf(tx, workspaceId, actor.userId);
  if (!asking) throw new AppError('workspace_not_found');
  if (!roleMay(asking.role, 'team:manage')) throw new AppError('forbidden');
}

async function isMember(tx: Tx, workspaceId: string, email: string): Promise<boolean> {
  const [there] = await tx
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspaceId), eq(users.email, email)));
  return there !== undefined;
}

/** What has run out makes room for a new one to the same address. */
async function endExpired(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  await tx
    .update(invitations)
    .set({ ended: 'expired', endedAt: now })
    .where(
      and(
        eq(invitations.workspaceId, workspaceId),
        isNull(invitations.ended),
        lte(invitations.expiresAt, now),
      ),
    );
}

async function lockOpen(tx: Tx, { workspaceId, id }: { workspaceId: string; id: string }) {
  const [open] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.workspaceId, workspaceId), eq(invitations.id, id), isNull(invitations.ended)))
    .for('update');
  if (!open) throw new AppError('not_found', 'There is no such open invitation in this workspace.');
  return open;
}

async function count(
  deps: TeamDeps,
  tx: Tx,
  mail: { workspaceId: string; email: string; again: boolean },
): Promise<void> {
  const counting = { clock: deps.clock, hashKey: deriveKey(deps.encryptionKey, 'invitation limits') };
  try {
    await takeAllIn(tx, counting, invitationLimits(mail.workspaceId, mail.email, mail.again));
  } catch (error) {
    if (!(error instanceof UsedUp)) throw error;
    const { seconds } = error;
    throw new AppError(
      'over_request_rate_limit',
      seconds <= 60
        ? 'We emailed this address a moment ago. Try again in a minute.'
        : 'Too many invitations were sent today. Try again tomorrow.',
      { cause: error, details: { retry_after: seconds } },
    );
  }
}

async function mail(deps: TeamDeps, tx: Tx, row: InvitationRow, token: string): Promise<void> {
  await deps.enqueue(tx, 'invitation-mail', {
    workspaceId: row.workspaceId,
    invitationId: row.id,
    sealedToken: sealToken(deps.encryptionKey, row.id, token),
  });
}

async function note(
  tx: Tx,
  { workspaceId, actor }: Asked,
  action: 'member.invited' | 'invitation.resent' | 'invitation.withdrawn',
  row: InvitationRow,
  at: Date,
): Promise<void> {
  await recordActivity(tx, {
    workspaceId,
    actor: { kind: 'member', ...actor },
    action,
    subject: row.email,
    detail: { role: row.role },
    at,
  });
}

function show(row: InvitationRow, now: Date): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invitedBy: row.inviterName,
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    expired: row.expiresAt <= now,
  };
}
