import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { accountEvents, authFactors, limits, sessions, users } from '#src/db/schema.ts';
import { networkOf } from '#src/limits/network.ts';
import { AppError } from '#src/shared/errors.ts';
import { eventRow } from './audit.ts';
import { type AccountsDeps, type Client, type User, userColumns } from './deps.ts';
import { keyOfUse, take, takeEach, type Use } from './limits.ts';
import { newSession, refuseBanned, sessionObject, type SessionObject } from './sessions.ts';

/** Signs in that answer without delay, of one account and from anywhere, in a window. */
const UNDELAYED = 20;
const DELAY_STEP_MS = 100;
const DELAY_MAX_MS = 2_000;

/**
 * Signs in with a password. An address nobody has, one without a password and a wrong password take the same way
 * and the same time. That somebody is banned is said before his password is looked at, as the contract has it.
 * Beside the hash it costs four statements: what is counted here and everywhere, who it is, and what he leaves behind.
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
  const guesses = await slowGuessing(deps, email, client.ip);
  const rows = await lookUp(deps.db).execute({ email });
  const found = rows[0]?.user;
  const now = deps.clock();
  if (found) refuseBanned(found, now, 'user_banned_sign_in');
  const right = await deps.hasher.verify(found?.passwordHash ?? null, password);
  if (!found || !right) throw new AppError('invalid_credentials');
  const isOutdated = found.passwordHash !== null && deps.hasher.isOutdated(found.passwordHash);
  const better = isOutdated ? await deps.hasher.hash(password) : null;
  // Said only to whoever knows the password.
  if (deps.emailConfirmation === 'required' && !found.emailConfirmedAt) {
    throw new AppError('email_not_confirmed');
  }
  const session = newSession(found.id, { method: 'password', client }, now);
  const user = await signedIn(deps, { found, better, session, client, guesses, now });
  const factors = rows.flatMap(({ factor }) => (factor ? [factor] : []));
  return sessionObject(deps, user, session, factors);
}

/**
 * All that a right password changes, in one statement: it happens whole or not at all. Only where the password is still
 * the one that was right: whoever has changed it meanwhile has shut out everybody who knows the old one.
 */
async function signedIn(
  { db, ...deps }: AccountsDeps,
  made: {
    found: { id: string; passwordHash: string | null };
    better: string | null;
    session: ReturnType<typeof newSession>;
    client: Client;
    guesses: readonly Use[];
    now: Date;
  },
): Promise<User> {
  const { found, better, session, client, guesses, now } = made;
  const keys = guesses.map((use) => keyOfUse({ db, ...deps }, use));
  const who = db.$with('who').as(
    db
      .update(users)
      .set({ lastSignInAt: now, updatedAt: now, ...(better ? { passwordHash: better } : {}) })
      .where(
        and(
          eq(users.id, found.id),
          sql`${users.passwordHash} is not distinct from ${found.passwordHash}`,
          sql`not coalesce(${users.bannedUntil} > ${now.toISOString()}::timestamptz, false)`,
        ),
      )
      .returning(userColumns),
  );
  // Nobody's where there is none: such a row is refused, and everything with it.
  const userId = sql<string>`(select id from who)`;
  const opened = db.$with('opened').as(
    db
      .insert(sessions)
      .values({ ...session, userId })
      .returning({ openedId: sessions.id }),
  );
  const noted = db.$with('noted').as(
    db
      .insert(accountEvents)
      .values({ ...eventRow({ userId: found.id, event: 'signed_in', client, at: now }), userId })
      .returning({ notedId: accountEvents.id }),
  );
  const forgiven = db
    .$with('forgiven')
    .as(db.delete(limits).where(inArray(limits.key, keys)).returning({ key: limits.key }));
  const [user] = await db
    .with(who, opened, noted, forgiven)
    .select()
    .from(who)
    .catch((error: unknown) => {
      if (isNobodys(error)) throw new AppError('invalid_credentials', undefined, { cause: error });
      throw error;
    });
  if (!user) throw new AppError('invalid_credentials');
  return user;
}

/** A row was to belong to a person who is not there, or not as he was found. */
function isNobodys(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && ['23502', '23503'].includes(String(cause.code));
}

const lookUps = new WeakMap<Database, ReturnType<typeof prepareLookUp>>();

/** Built once, and planned once per connection. One row for each second factor, oldest first, and one without any. */
function lookUp(db: Database) {
  const known = lookUps.get(db) ?? prepareLookUp(db);
  lookUps.set(db, known);
  return known;
}

const prepareLookUp = (db: Database) =>
  db
    .select({ user: users, factor: authFactors })
    .from(users)
    .leftJoin(authFactors, eq(authFactors.userId, users.id))
    .where(eq(users.email, sql.placeholder('email')))
    .orderBy(asc(authFactors.createdAt), asc(authFactors.id))
    .prepare('sign_in');

/**
 * Guessing is stopped per address and account: ten wrong passwords in a quarter of an hour, and this address has to
 * wait, while the owner signs in from his own. Many addresses together only make each answer for the account come
 * later, two seconds at most: a stranger can slow its owner a little and never lock him out. An account that does not
 * exist is counted like any other. @returns what to forget when the password was right
 */
async function slowGuessing(deps: AccountsDeps, email: string, ip: string | null): Promise<Use[]> {
  const network = networkOf(ip);
  const anywhere: Use = { name: 'signIn', who: email, suffix: ' anywhere' };
  const here: Use[] = network ? [{ name: 'signIn', who: `${email} ${network}` }] : [];
  // Requests of any kind for a token, from one network.
  const asked: Use[] = network ? [{ name: 'token', who: network }] : [];
  const counted = await takeEach(deps, [...here, ...asked]);
  // What is refused here makes nobody else's answer later.
  if (counted.some(({ within }) => !within)) throw new AppError('over_request_rate_limit');
  const { used } = await take(deps, 'signIn', email, ' anywhere');
  const wait = deps.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  if (used > UNDELAYED) await wait(Math.min(DELAY_MAX_MS, (used - UNDELAYED) * DELAY_STEP_MS));
  return [anywhere, ...here];
}
