import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { nameOfUser } from '#src/shared/person-name.ts';
import type { Role } from '#src/shared/permissions.ts';
import type { Member } from '#src/shared/team.ts';
import type { Tx } from '../database.ts';
import { deliveries, invitations, members, recipients, subscriptions, users } from '../schema.ts';

/**
 * Who belongs to a workspace changes one after the other, until the transaction ends: two owners who take each other's
 * role at the same moment would both still see an owner left. Whoever locks several does it in the order of their ids.
 */
export async function lockTeam(tx: Tx, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`team ${workspaceId}`}, 0))`);
}

/** The members of the workspace in sight, the strongest role first, then whoever is there longest. */
export async function listMembers(tx: Tx, workspaceId: string): Promise<Member[]> {
  const rows = await tx
    .select({
      userId: members.userId,
      role: members.role,
      since: members.createdAt,
      email: users.email,
      userMetadata: users.userMetadata,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.workspaceId, workspaceId))
    .orderBy(
      sql`array_position(array['owner', 'admin', 'editor', 'approver', 'viewer'], ${members.role})`,
      asc(members.createdAt),
      asc(members.userId),
    );
  return rows.map(({ userMetadata, since, ...row }) => ({
    ...row,
    name: nameOfUser({ email: row.email, userMetadata }),
    since: since.toISOString(),
  }));
}

/** A member of the workspace in sight. */
export async function memberOf(
  tx: Tx,
  workspaceId: string,
  userId: string,
): Promise<{ role: Role; name: string; email: string } | null> {
  const [row] = await tx
    .select({ role: members.role, email: users.email, userMetadata: users.userMetadata })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  return row ? { role: row.role, email: row.email, name: nameOfUser(row) } : null;
}

/** How many owners there are beside this person. */
export const otherOwners = (tx: Tx, workspaceId: string, userId: string): Promise<number> =>
  tx.$count(
    members,
    and(eq(members.workspaceId, workspaceId), eq(members.role, 'owner'), ne(members.userId, userId)),
  );

/**
 * What a person leaves behind who goes from a workspace that stays: no alert is mailed to him any more, what is on its
 * way to him ends, his invitations are withdrawn, and the plan he began is held by another owner. The row of his
 * membership, with his notifications and filters, is the caller's to delete. With `forget` his address goes as well.
 */
export async function endPresence(
  tx: Tx,
  gone: { workspaceId: string; userId: string; forget?: boolean; at: Date },
): Promise<void> {
  const { workspaceId, userId, at } = gone;
  const his = and(eq(recipients.workspaceId, workspaceId), eq(recipients.userId, userId));
  await tx
    .update(deliveries)
    .set({
      state: 'rejected',
      reason: 'The recipient has left the workspace.',
      nextAttemptAt: null,
      updatedAt: at,
    })
    .where(
      sql`${deliveries.workspaceId} = ${workspaceId}::uuid and ${deliveries.state} in ('pending', 'held', 'retry')
        and ${deliveries.recipientId} in (select id from recipients where workspace_id = ${workspaceId}::uuid and user_id = ${userId}::uuid)`,
    );
  await tx
    .update(recipients)
    .set({
      receives: 'nothing',
      userId: null,
      ...(gone.forget ? { address: sql`'deleted ' || ${recipients.id}` } : {}),
    })
    .where(his);
  await withdrawInvitationsOf(tx, { workspaceId, userId, at });
  const [heir] = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.role, 'owner'), ne(members.userId, userId)))
    .orderBy(asc(members.createdAt), asc(members.userId))
    .limit(1);
  if (!heir) return;
  await tx
    .update(subscriptions)
    .set({ userId: heir.userId })
    .where(and(eq(subscriptions.workspaceId, workspaceId), eq(subscriptions.userId, userId)));
}

/** Whoever may invite nobody any more must not come back through an invitation of his own. */
export async function withdrawInvitationsOf(
  tx: Tx,
  by: { workspaceId: string; userId: string; at: Date },
): Promise<void> {
  await tx
    .update(invitations)
    .set({ ended: 'withdrawn', endedAt: by.at })
    .where(
      and(
        eq(invitations.workspaceId, by.workspaceId),
        eq(invitations.invitedBy, by.userId),
        sql`${invitations.ended} is null`,
      ),
    );
}

/** A member who joins gets the mails of the trial runs that he starts; which alerts go to him otherwise is not for joining to say. */
export async function beginPresence(
  tx: Tx,
  come: { workspaceId: string; id: string; userId: string; email: string; at: Date },
): Promise<void> {
  await tx
    .insert(recipients)
    .values({
      workspaceId: come.workspaceId,
      id: come.id,
      channel: 'email',
      address: come.email,
      userId: come.userId,
      receives: 'trials',
      createdAt: come.at,
    })
    .onConflictDoUpdate({
      target: [recipients.workspaceId, recipients.channel, recipients.address],
      set: {
        userId: come.userId,
        receives: sql`case when ${recipients.receives} = 'nothing' then 'trials' else ${recipients.receives} end`,
      },
    });
}
