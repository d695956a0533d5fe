import { eq } from 'drizzle-orm';
import { users } from '#src/db/schema.ts';
import { networkOf } from '#src/limits/network.ts';
import { AppError } from '#src/shared/errors.ts';
import { record } from './audit.ts';
import { type AccountsDeps, type Client, userColumns } from './deps.ts';
import { forgive, take } from './limits.ts';
import { openSession, refuseBanned, type SessionObject } from './sessions.ts';

/** Signs in that answer without delay, of one account and from anywhere, in a window. */
const UNDELAYED = 20;
const DELAY_STEP_MS = 100;
const DELAY_MAX_MS = 2_000;

/**
 * Signs in with a password. An address nobody has, one without a password and a wrong password take the same way
 * and the same time. That somebody is banned is said before his password is looked at, as the contract has it.
 * @throws AppError invalid_credentials, user_banned_sign_in, email_not_confirmed, over_capacity,
 *   over_request_rate_limit
 */
export async function signInWithPassword(
  deps: AccountsDeps,
  request: { email: string; password: string; client: Client },
): Promise<SessionObject> {
  // A flood must cost the others as little as can be: what would be refused later is refused here.
  deps.hasher.assertRoom();
  const email = request.email.trim().toLowerCase();
  const succeeded = await slowGuessing(deps, email, request.client.ip);
  const [found] = await deps.db.select().from(users).where(eq(users.email, email));
  const now = deps.clock();
  if (found) refuseBanned(found, now, 'user_banned_sign_in');
  const right = await deps.hasher.verify(found?.passwordHash ?? null, request.password);
  if (!found || !right) throw new AppError('invalid_credentials');
  await succeeded();
  const better =
    found.passwordHash && deps.hasher.isOutdated(found.passwordHash)
      ? await deps.hasher.hash(request.password)
      : null;
  // Said only to whoever knows the password.
  if (deps.emailConfirmation === 'required' && !found.emailConfirmedAt) {
    throw new AppError('email_not_confirmed');
  }
  return deps.db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ lastSignInAt: now, updatedAt: now, ...(better ? { passwordHash: better } : {}) })
      .where(eq(users.id, found.id))
      .returning(userColumns);
    if (!user) throw new AppError('invalid_credentials');
    await record(tx, { userId: user.id, event: 'signed_in', client: request.client, at: now });
    return openSession(deps, tx, user, { method: 'password', client: request.client });
  });
}

/**
 * Guessing is stopped per address and account: ten wrong passwords in a quarter of an hour, and this address has to
 * wait, while the owner signs in from his own. Many addresses together only make each answer for the account come
 * later, two seconds at most: a stranger can slow its owner a little and never lock him out. An account that does not
 * exist is counted like any other. @returns to be called when the password was right
 */
async function slowGuessing(
  deps: AccountsDeps,
  email: string,
  ip: string | null,
): Promise<() => Promise<void>> {
  const network = networkOf(ip);
  const who = `${email} ${network}`;
  if (network && !(await take(deps, 'signIn', who)).within) throw new AppError('over_request_rate_limit');
  const { used } = await take(deps, 'signIn', email, ' anywhere');
  const wait = deps.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  if (used > UNDELAYED) await wait(Math.min(DELAY_MAX_MS, (used - UNDELAYED) * DELAY_STEP_MS));
  return async () => {
    if (network) await forgive(deps, 'signIn', who);
    await forgive(deps, 'signIn', email, ' anywhere');
  };
}
