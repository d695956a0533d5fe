import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '../database.ts';
import { brands, members, subscriptions, users, workspaces } from '../schema.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Role } from '#src/shared/permissions.ts';
import { asUser, enterTenant } from '../tenant.ts';

export type Membership = { workspaceId: string; role: Role };

/** The workspaces a person belongs to, oldest membership first. */
export function membershipsOf(db: Database, userId: string): Promise<Membership[]> {
  return asUser(db, userId, (tx) =>
    tx
      .select({ workspaceId: members.workspaceId, role: members.role })
      .from(members)
      .where(eq(members.userId, userId))
      .orderBy(asc(members.createdAt), asc(members.workspaceId)),
  );
}

/**
 * Who is responsible for what a program does in the current workspace: the creator of its key while they are a member,
 * else the first owner.
 */
export async function answerableMember(tx: Tx, madeBy: string | null): Promise<string> {
  const [member] = await tx
    .select({ userId: members.userId })
    .from(members)
    .orderBy(
      sql`${members.userId} is not distinct from ${madeBy}::uuid desc`,
      sql`${members.role} = 'owner' desc`,
      asc(members.createdAt),
    )
    .limit(1);
  if (!member) throw new AppError('no_workspace');
  return member.userId;
}

/** The same with their names, for choosing one. */
export function workspacesOf(
  db: Database,
  userId: string,
): Promise<{ id: string; name: string; role: Role; members: number }[]> {
  return asUser(db, userId, async (tx) => {
    const mine = await tx
      .select({ id: members.workspaceId, role: members.role })
      .from(members)
      .where(eq(members.userId, userId))
      .orderBy(asc(members.createdAt), asc(members.workspaceId));
    const found = [];
    // One after the other: only the workspace that the transaction has entered is in sight.
    for (const { id, role } of mine) {
      await enterTenant(tx, id);
      const [workspace] = await tx
        .select({ name: workspaces.name })
        .from(workspaces)
        .where(eq(workspaces.id, id));
      if (!workspace) continue;
      found.push({
        id,
        role,
        name: workspace.name,
        members: await tx.$count(members, eq(members.workspaceId, id)),
      });
    }
    return found;
  });
}

/** Whether a person may start a workspace: once, where sign-up made none for them. */
export async function mayStartWorkspace(db: Database, userId: string): Promise<boolean> {
  const [user] = await db
    .select({ startedAt: users.workspaceStartedAt })
    .from(users)
    .where(eq(users.id, userId));
  return user !== undefined && user.startedAt === null;
}

/** What stands at the head of the account area: the workspace in sight, its default brand, its subscription. */
export async function workspaceHead(tx: Tx) {
  const [workspace] = await tx.select().from(workspaces);
  const [brand] = await tx
    .select()
    .from(brands)
    .orderBy(desc(brands.isDefault), asc(brands.createdAt))
    .limit(1);
  const [subscription] = await tx.select().from(subscriptions).limit(1);
  return { workspace, brand, subscription };
}
