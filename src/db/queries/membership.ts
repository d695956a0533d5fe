import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '../database.ts';
import { brands, members, subscriptions, workspaces } from '../schema.ts';
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
 * Who answers for what a program of the workspace in sight does: whoever made its key, as long as he is a member, else
 * the first owner.
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

/** The same with their names, for whoever has to choose. */
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

/** What stands at the head of the account area: the workspace in sight, its first brand, its subscription. */
export async function workspaceHead(tx: Tx) {
  const [workspace] = await tx.select().from(workspaces);
  const [brand] = await tx.select().from(brands).orderBy(asc(brands.createdAt)).limit(1);
  const [subscription] = await tx.select().from(subscriptions).limit(1);
  return { workspace, brand, subscription };
}
