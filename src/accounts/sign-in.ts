import { eq } from 'drizzle-orm';
import { users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AccountsDeps, Client } from './deps.ts';
import { openSession, refuseBanned, type SessionObject } from './sessions.ts';

/**
 * Signs in with a password. An address nobody has, one without a password and a wrong password take the same way
 * and the same time.
 * @throws AppError invalid_credentials, user_banned_sign_in, over_capacity
 */
export async function signInWithPassword(
  deps: AccountsDeps,
  request: { email: string; password: string; client: Client },
): Promise<SessionObject> {
  const email = request.email.trim().toLowerCase();
  const [user] = await deps.db.select().from(users).where(eq(users.email, email));
  const right = await deps.hasher.verify(user?.passwordHash ?? null, request.password);
  if (!user || !right) throw new AppError('invalid_credentials');
  const now = deps.clock();
  refuseBanned(user, now, 'user_banned_sign_in');
  return deps.db.transaction(async (tx) => {
    await tx.update(users).set({ lastSignInAt: now, updatedAt: now }).where(eq(users.id, user.id));
    return openSession(
      deps,
      tx,
      { ...user, lastSignInAt: now, updatedAt: now },
      { method: 'password', client: request.client },
    );
  });
}
