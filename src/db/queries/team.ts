import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import type { Role } from '#src/shared/permissions.ts';
import type { Member } from '#src/shared/team.ts';
import type { Tx } from '../database.ts';
import { newId } from '../ids.ts';
import { addresses, contacts, deliveries, invitations, members, subscriptions, users } from '../schema.ts';

/**
 * Who belongs to a workspace changes one after the other, until the transaction ends: two owners who take each other's
 * role at the same moment would both still see an owner left. To lock several, lock them in the order of their ids.
 */
export async function lockTeam(tx: Tx, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`team ${workspaceId}`}, 0))`);
}

/** The members of the current workspace, the strongest role first, then the oldest membership. */
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
 * Cleans up after a person who leaves a workspace that stays: they get no more alerts, open deliveries to them end,
 * their invitations are withdrawn, and another owner takes over the plan they started. The caller deletes the
 * membership, with its notifications and filters. With `forget` the email address is removed as well, and the caller
 * erases the person from the ledger (src/ledger/people.ts). @returns the contact that they were
 */
export async function endPresence(
  tx: Tx,
  gone: { workspaceId: string; userId: string; forget?: boolean; at: Date },
): Promise<string | null> {
  const { workspaceId, userId, at } = gone;
  const contactId = await endContact(tx, gone);
  await withdrawInvitationsOf(tx, { workspaceId, userId, at });
  const [heir] = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.role, 'owner'), ne(members.userId, userId)))
    .orderBy(asc(members.createdAt), asc(members.userId))
    .limit(1);
  if (!heir) return contactId;
  await tx
    .update(subscriptions)
    .set({ userId: heir.userId })
    .where(and(eq(subscriptions.workspaceId, workspaceId), eq(subscriptions.userId, userId)));
  return contactId;
}

/** The contact of a member who leaves: what was sent stays, what is open ends. */
async function endContact(
  tx: Tx,
  { workspaceId, userId, forget, at }: { workspaceId: string; userId: string; forget?: boolean; at: Date },
): Promise<string | null> {
  const [contact] = await tx
    .update(contacts)
    .set({ receives: 'nothing', userId: null, updatedAt: at, ...(forget ? { name: '', erasedAt: at } : {}) })
    .where(and(eq(contacts.workspaceId, workspaceId), eq(contacts.userId, userId)))
    .returning({ id: contacts.id });
  if (!contact) return null;
  await tx
    .update(deliveries)
    .set({
      state: 'rejected',
      reason: 'The recipient has left the workspace.',
      nextAttemptAt: null,
      updatedAt: at,
    })
    .where(
      and(
        eq(deliveries.workspaceId, workspaceId),
        inArray(deliveries.state, ['pending', 'held', 'retry']),
        eq(deliveries.contactId, contact.id),
      ),
    );
  if (forget)
    await tx
      .update(addresses)
      .set({ address: sql`'deleted ' || ${addresses.id}`, updatedAt: at })
      .where(eq(addresses.contactId, contact.id));
  return contact.id;
}

/** People who may no longer invite must not come back through an invitation of their own. */
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

/** A new member gets the emails of the trial runs they start; joining doesn't subscribe them to other alerts. */
export async function beginPresence(
  tx: Tx,
  come: { workspaceId: string; id: string; userId: string; email: string; at: Date },
): Promise<void> {
  const { workspaceId, userId, at } = come;
  const [user] = await tx
    .select({ confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  const confirmedAt = user?.confirmedAt ?? null;
  // The address may be that of a reader, or of a member who left.
  const [known] = await tx
    .select({ id: addresses.id, contactId: addresses.contactId })
    .from(addresses)
    .where(and(eq(addresses.channel, ACCOUNT_CHANNEL), eq(addresses.address, come.email)));
  if (known) {
    await tx
      .update(contacts)
      .set({
        userId,
        receives: sql`case when ${contacts.receives} = 'nothing' then 'trials' else ${contacts.receives} end`,
        deletedAt: null,
        updatedAt: at,
      })
      .where(eq(contacts.id, known.contactId));
    await tx
      .update(addresses)
      .set({
        confirmedAt: sql`coalesce(${addresses.confirmedAt}, ${confirmedAt?.toISOString() ?? null}::timestamptz)`,
      })
      .where(eq(addresses.id, known.id));
    return;
  }
  await tx
    .insert(contacts)
    .values({ workspaceId, id: come.id, userId, receives: 'trials', createdAt: at, updatedAt: at });
  await tx.insert(addresses).values({
    workspaceId,
    id: newId(),
    contactId: come.id,
    channel: ACCOUNT_CHANNEL,
    address: come.email,
    confirmedAt,
    createdAt: at,
    updatedAt: at,
  });
}
