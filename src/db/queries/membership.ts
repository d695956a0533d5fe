import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '../database.ts';
import { brands, members, subscriptions, workspaces } from '../schema.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Role } from '#src/shared/permissions.ts';
import { asUser } from '../tenant.ts';

export type Membership = { workspaceId: string; role: Role };

/** The workspaces a person belongs to, oldest membership first. */
export function membershipsOf(db: Database, userId: string): Promise<Membership[]> {
  return asUser(db, userId, (tx) =>
    tx
      .select({ workspaceId: members.workspaceId, role: members.role })
      .from(members)
      .where(eq(members.userId, userId))
      .orderBy(asc(members.createdAt)),
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

/** What stands at the head of the account area: the workspace in sight, its first brand, its subscription. */
export async function workspaceHead(tx: Tx) {
  const [workspace] = await tx.select().from(workspaces);
  const [brand] = await tx.select().from(brands).orderBy(asc(brands.createdAt)).limit(1);
  const [subscription] = await tx.select().from(subscriptions).limit(1);
  return { workspace, brand, subscription };
}
