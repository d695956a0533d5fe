import type { Database } from '#src/db/database.ts';
import { forgetEnded } from '#src/platform/limits/count.ts';
import { networkOf } from '#src/platform/limits/network.ts';
import { AppError } from '#src/shared/errors.ts';
import { eventRow } from './audit.ts';
import type { AccountsDeps, Client, User } from './deps.ts';
import { keyOfUse, limitOf, type Use } from './limits.ts';
import { weaknessOf } from './passwords.ts';
import { newSession, refuseBanned, sessionObject, type SessionObject, type SessionRow } from './sessions.ts';
import { signInQueries } from './sign-in-queries.ts';

/** Signs in that answer without delay, of one account and from anywhere, in a window. */
const UNDELAYED = 20;
const DELAY_STEP_MS = 100;
const DELAY_MAX_MS = 2_000;

/**
 * Signs in with a password. An address nobody has, one without a password and a wrong password take the same way
 * and the same time. A banned account is rejected before the password is checked, as in the contract.
 * Beside the hash it costs two statements: one reads the limits and the user, the other writes the outcome.
 * @throws AppError invalid_credentials, user_banned_sign_in, email_not_confirmed, over_capacity,
 *   over_request_rate_limit
 */
export async function signInWithPassword(
  deps: AccountsDeps,
  request: { email: string; password: string; client: Client },
): Promise<SessionObject> {
  // A flood must cost the others as little as can be: what would be refused later is refused here.
  deps.hasher.assertRoom();
  const { password, client } = request;
  const email = request.email.trim().toLowerCase();
  const { found, factors, guesses } = await askFor(deps, email, client.ip);
  const now = deps.clock();
  if (found) refuseBanned(found, now, 'user_banned_sign_in');
  const right = await deps.hasher.verify(found?.passwordHash ?? null, password);
  if (!found || !right) throw new AppError('invalid_credentials');
  const isOutdated = found.passwordHash !== null && deps.hasher.isOutdated(found.passwordHash);
  const better = isOutdated ? await deps.hasher.hash(password) : null;
  // Reported only after a correct password.
  if (deps.emailConfirmation === 'required' && !found.emailConfirmedAt) {
    throw new AppError('email_not_confirmed');
  }
  const session = newSession(found.id, { method: 'password', client }, now);
  const user = await signedIn(deps.db, { found, better, session, client, guesses, now });
  const opened = await sessionObject(deps, user, session, factors);
  // The list of common passwords grows: people who have one can sign in, with a warning.
  const weakness = weaknessOf(password);
  return weakness ? { ...opened, weak_password: weakness } : opened;
}

/** Writes down what a right password changes. @throws AppError invalid_credentials where it is right no more */
async function signedIn(
  db: Database,
  made: {
    found: { id: string; passwordHash: string | null };
    better: string | null;
    session: SessionRow;
    client: Client;
    guesses: readonly string[];
    now: Date;
  },
): Promise<User> {
  const { found, better, session, client, guesses, now } = made;
  const event = eventRow({ userId: found.id, event: 'signed_in', client, at: now });
  const [user] = await signInQueries(db)
    .open.execute({
      userId: found.id,
      hash: found.passwordHash,
      better: better ?? found.passwordHash,
      keys: guesses,
      now: now.toISOString(),
      at: now,
      sessionId: session.id,
      amr: session.amr,
      ip: session.ip,
      userAgent: session.userAgent,
      eventId: event.id,
      event: event.event,
    })
    .catch((error: unknown) => {
      if (isNobodys(error)) throw new AppError('invalid_credentials', undefined, { cause: error });
      throw error;
    });
  if (!user) throw new AppError('invalid_credentials');
  return user;
}

/** A row refers to a person who doesn't exist, or has changed since. */
function isNobodys(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && ['23502', '23503'].includes(String(cause.code));
}

/**
 * Guessing is limited per address and account: after ten wrong passwords in a quarter of an hour this address has to
 * wait, while the owner can sign in from another. Many addresses together only delay each answer for the account, by
 * two seconds at most: a stranger can slow its owner a little but never lock them out. An unknown account is counted
 * like any other.
 * @returns the user and their second factors, oldest first, and the counts to delete if the password is correct
 */
async function askFor(deps: AccountsDeps, email: string, ip: string | null) {
  await forgetEnded(deps);
  const now = deps.clock();
  const network = networkOf(ip);
  const anywhere: Use = { name: 'signIn', who: email, suffix: ' anywhere' };
  const here: Use[] = network ? [{ name: 'signIn', who: `${email} ${network}` }] : [];
  // Requests of any kind for a token, from one network.
  const asked: Use[] = network ? [{ name: 'token', who: network }] : [];
  const endOf = (use: Use) => new Date(now.getTime() + limitOf(deps, use).perSeconds * 1000).toISOString();
  // In one order everywhere: two requests that count the same never wait for each other in a circle.
  const counted = [...here, ...asked]
    .map((use) => ({ use, key: keyOfUse(deps, use), ends: endOf(use), most: limitOf(deps, use).max }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const everywhere = keyOfUse(deps, anywhere);
  const rows = await signInQueries(deps.db).ask.execute({
    email,
    now: now.toISOString(),
    keys: counted.map(({ key }) => key),
    resets: counted.map(({ ends }) => ends),
    most: counted.map(({ most }) => most),
    anywhere: everywhere,
    anywhereResets: endOf(anywhere),
  });
  const [first] = rows;
  if (!first) throw new Error('A sign-in was not counted.');
  if (first.refused) throw new AppError('over_request_rate_limit');
  const wait = deps.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  if (first.used > UNDELAYED) await wait(Math.min(DELAY_MAX_MS, (first.used - UNDELAYED) * DELAY_STEP_MS));
  return {
    found: first.user,
    factors: rows.flatMap(({ factor }) => (factor ? [factor] : [])),
    guesses: [...counted.flatMap(({ use, key }) => (use.name === 'signIn' ? [key] : [])), everywhere],
  };
}
