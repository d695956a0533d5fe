import { eq } from 'drizzle-orm';
import { users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { type AccountsDeps, type Client, userColumns } from './deps.ts';
import { openSession, refuseBanned, type SessionObject } from './sessions.ts';

/**
 * Signs in with a password. An address nobody has, one without a password and a wrong password take the same way
 * and the same time. That somebody is banned is said before his password is looked at, as the contract has it.
 * @throws AppError invalid_credentials, user_banned_sign_in, over_capacity
 */
export async function signInWithPassword(
  deps: AccountsDeps,
  request: { email: string; password: string; client: Client },
): Promise<SessionObject> {
  const email = request.email.trim().toLowerCase();
  const [found] = await deps.db.select().from(users).where(eq(users.email, email));
  const now = deps.clock();
  if (found) refuseBanned(found, now, 'user_banned_sign_in');
  const right = await deps.hasher.verify(found?.passwordHash ?? null, request.password);
  if (!found || !right) throw new AppError('invalid_credentials');
  return deps.db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ lastSignInAt: now, updatedAt: now })
      .where(eq(users.id, found.id))
      .returning(userColumns);
    if (!user) throw new AppError('invalid_credentials');
    return openSession(deps, tx, user, { method: 'password', client: request.client });
  });
}
