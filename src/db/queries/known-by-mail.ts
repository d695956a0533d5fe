import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { members, users } from '../schema.ts';

/** Whether this member has confirmed their email address; for a program, whether any member has. */
export async function isKnownByMail(tx: Tx, workspaceId: string, userId: string | null): Promise<boolean> {
  const [known] = await tx
    .select({ id: users.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.workspaceId, workspaceId),
        userId === null ? undefined : eq(members.userId, userId),
        isNotNull(users.emailConfirmedAt),
      ),
    )
    .limit(1);
  return known !== undefined;
}
