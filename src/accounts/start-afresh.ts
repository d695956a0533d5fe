import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { authFactors, authFlows, authRecoveryCodes, sessions, users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { type AccountsDeps, type User, userColumns } from './deps.ts';
import { accountOf } from './metadata.ts';

/** Metadata that the server itself sets. */
const OURS = new Set(['sub', 'email', 'email_verified', 'phone_verified']);

/**
 * The owner of an address takes an account over that was opened with it and never confirmed. A stranger may have opened
 * it, so nothing in it outlives this: no password, session, second factor or pending change, no name, and no workspace
 * with what was made in it. The owner is told by email. An account that nobody could sign in to has nothing to lose.
 * It gets an empty workspace if it had one of its own; by an invitation (`own: false`) it gets none.
 * Afterwards the transaction may be in the new workspace. @returns the updated user
 */
export async function startAfresh(
  deps: Pick<AccountsDeps, 'startOver' | 'enqueue'>,
  tx: Tx,
  before: User,
  { at, flowId, own = true }: { at: Date; flowId?: string | null; own?: boolean },
): Promise<User> {
  const userId = before.id;
  const [keys] = await tx.select({ password: users.passwordHash }).from(users).where(eq(users.id, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(authFactors).where(eq(authFactors.userId, userId));
  await tx.delete(authRecoveryCodes).where(eq(authRecoveryCodes.userId, userId));
  await tx
    .delete(authFlows)
    .where(and(eq(authFlows.userId, userId), flowId ? ne(authFlows.id, flowId) : undefined));
  const hadKeys = before.lastSignInAt !== null || (keys?.password ?? null) !== null;
  const kept = Object.entries(before.userMetadata).filter(([name]) => OURS.has(name));
  const [user] = await tx
    .update(users)
    .set({
      passwordHash: null,
      newEmail: null,
      emailChangeSentAt: null,
      emailChangeAccepted: null,
      ...(hadKeys ? { userMetadata: Object.fromEntries(kept) } : {}),
    })
    .where(eq(users.id, userId))
    .returning(userColumns);
  if (!user) throw new AppError('otp_expired');
  if (!hadKeys) return user;
  await deps.startOver(tx, accountOf(user), { at, own: own && before.workspaceStartedAt !== null });
  if (before.lastSignInAt !== null) await deps.enqueue(tx, 'account-mail', { userId, kind: 'started_over' });
  return user;
}
