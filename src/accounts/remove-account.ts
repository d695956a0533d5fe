import { eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { members, users, workspaces } from '#src/db/schema.ts';
import { enterTenant } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AccountsDeps } from './deps.ts';
import { findToken } from './one-time-tokens.ts';

/**
 * Removes a person with everything that is his alone: the workspaces in which nobody else is go too, the others stay
 * to their members. The transaction ends in the last workspace.
 */
export async function removeUser(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select set_config('app.user_id', ${userId}, true)`);
  const mine = await tx
    .select({ workspaceId: members.workspaceId })
    .from(members)
    .where(eq(members.userId, userId));
  for (const { workspaceId } of mine) {
    await enterTenant(tx, workspaceId);
    const others = await tx
      .select({ userId: members.userId })
      .from(members)
      .where(ne(members.userId, userId))
      .limit(1);
    if (others.length === 0) await tx.delete(workspaces).where(eq(workspaces.id, workspaceId));
  }
  await tx.delete(users).where(eq(users.id, userId));
}

/**
 * "This was not me": whoever has the mail removes the account that somebody opened with his address, as long as the
 * address is not confirmed. @throws AppError otp_expired
 */
export async function disownAccount(deps: AccountsDeps, tokenHash: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const found = await findToken(deps, tx, ['confirmation'], { tokenHash });
    if (!found || found.user.emailConfirmedAt) throw new AppError('otp_expired');
    await removeUser(tx, found.user.id);
  });
}
