import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { errors, type JWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { authFactors, sessions, users } from '#src/db/schema.ts';
import { deriveKey } from '#src/platform/keys/keys.ts';
import { isBeyond } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { ACCESS_TOKEN_SECONDS } from '#src/shared/product.ts';
import { record } from './audit.ts';
import { storableIp, storableUserAgent } from './client.ts';
import { type AccountsDeps, type Client, type User, userColumns } from './deps.ts';
import type { PasswordWeakness } from './passwords.ts';
import { makeRefreshToken, readRefreshToken } from './refresh-token.ts';
import { type FactorRow, userObject } from './user-object.ts';

export type SessionRow = typeof sessions.$inferSelect;
export type SessionDeps = Pick<AccountsDeps, 'db' | 'keys' | 'clock' | 'publicUrl'>;
/** A session as the client stores it (contract, section 3.2). */
export type SessionObject = {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
  /** Of a sign-in with a password that would be refused if it were chosen today. */
  weak_password?: PasswordWeakness;
};

/** A token that was rotated away may still be used this long: two tabs refresh at once. */
const REUSE_MS = 10_000;

const issuer = (deps: SessionDeps): string => `${deps.publicUrl}/auth/v1`;
const refreshKey = (deps: SessionDeps): Buffer => deriveKey(deps.keys.encryptionKey, 'refresh token');

/** Opens a session in the caller's transaction. `method` as in the contract's amr claim. */
export async function openSession(
  deps: SessionDeps,
  tx: Tx,
  user: User,
  opened: { method: string; client: Client },
): Promise<SessionObject> {
  const session = newSession(user.id, opened, deps.clock());
  await tx.insert(sessions).values(session);
  return sessionObject(deps, user, session, await factorsOf(tx, user.id));
}

/** A session that begins now, still to be stored. */
export function newSession(
  userId: string,
  opened: { method: string; client: Client },
  now: Date,
): SessionRow {
  return {
    id: newId(),
    userId,
    refreshCounter: 0,
    aal: 'aal1',
    amr: [{ method: opened.method, timestamp: Math.floor(now.getTime() / 1000) }],
    userAgent: storableUserAgent(opened.client.userAgent),
    ip: storableIp(opened.client.ip),
    createdAt: now,
    refreshedAt: now,
    factorId: null,
    refreshFloor: 0,
  };
}

/** Oldest first. */
export async function factorsOf(db: Pick<Tx, 'select'>, userId: string): Promise<FactorRow[]> {
  return db
    .select()
    .from(authFactors)
    .where(eq(authFactors.userId, userId))
    .orderBy(asc(authFactors.createdAt), asc(authFactors.id));
}

export async function sessionObject(
  deps: SessionDeps,
  user: User,
  session: SessionRow,
  factors: readonly FactorRow[],
): Promise<SessionObject> {
  const issuedAt = Math.floor(deps.clock().getTime() / 1000);
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const claims = {
    email: user.email,
    phone: '',
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  };
  const accessToken = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: deps.keys.signing.kid })
    .setIssuer(issuer(deps))
    .setSubject(user.id)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(deps.keys.signing.privateKey);
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: makeRefreshToken(refreshKey(deps), {
      sessionId: session.id,
      counter: session.refreshCounter,
    }),
    user: userObject(user, factors),
  };
}

/**
 * Exchanges a refresh token (contract, section 5). The current one rotates; the one before it gets the current one
 * again, because a client may have failed to save it; an older one does within ten seconds, and after that it ends
 * the session: somebody has a copy. The session is known by the device and address that used it last (`client`).
 * @throws AppError validation_failed, refresh_token_not_found, refresh_token_already_used, session_not_found
 */
export async function refreshSession(
  deps: SessionDeps,
  text: string,
  client: Client,
): Promise<SessionObject> {
  const token = readRefreshToken(refreshKey(deps), text);
  if (token === 'malformed') throw new AppError('validation_failed', 'Refresh token is not valid');
  if (token === 'forged') throw new AppError('refresh_token_not_found');
  const outcome = await deps.db.transaction(async (tx) => {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, token.sessionId)).for('update');
    if (!session) throw new AppError('session_gone');
    const [user] = await tx.select(userColumns).from(users).where(eq(users.id, session.userId));
    if (!user) throw new AppError('session_gone');
    const now = deps.clock();
    refuseBanned(user, now, 'user_banned_sign_in');
    const behind = session.refreshCounter - token.counter;
    if (behind < 0 || token.counter < session.refreshFloor) throw new AppError('refresh_token_not_found');
    const factors = await factorsOf(tx, user.id);
    if (behind === 0) {
      const next = {
        refreshCounter: session.refreshCounter + 1,
        refreshedAt: now,
        userAgent: storableUserAgent(client.userAgent),
        ip: storableIp(client.ip),
      };
      await tx.update(sessions).set(next).where(eq(sessions.id, session.id));
      return { user, factors, session: { ...session, ...next } };
    }
    const isRecent = now.getTime() - session.refreshedAt.getTime() < REUSE_MS;
    if (behind === 1 || (isRecent && !isBeyond(session.refreshedAt, now))) return { user, factors, session };
    // Committed, not thrown away with the answer: the session must be gone.
    await tx.delete(sessions).where(eq(sessions.id, session.id));
    await record(tx, { userId: user.id, event: 'refresh_token_reused', client, at: now });
    return null;
  });
  if (!outcome) throw new AppError('refresh_token_already_used');
  return sessionObject(deps, outcome.user, outcome.session, outcome.factors);
}

export type SignedIn = {
  user: User;
  session: SessionRow;
  /** What both the token and its session say: a token from before the second factor stays what it was. */
  aal: 'aal1' | 'aal2';
  /** The person has a second factor, and this token has not seen it. */
  mustRaise: boolean;
  /** Verified or begun. */
  hasFactors: boolean;
};

/**
 * Whose access token this is, with the session it belongs to: signed by us, not expired, and the session still there.
 * `skewSeconds` is how far the token's times may be past or to come.
 * @throws AppError bad_jwt, bad_jwt_subject, user_not_found, session_not_found, user_banned
 */
export async function authenticate(
  deps: SessionDeps,
  accessToken: string,
  skewSeconds = 0,
): Promise<SignedIn> {
  const { userId, sessionId, aal: claimed } = await readAccessToken(deps, accessToken, skewSeconds);
  const [row] = await lookUp(deps.db).execute({ userId, sessionId });
  if (!row) throw new AppError('user_not_found');
  if (!row.session) throw new AppError('session_not_found');
  refuseBanned(row.user, deps.clock(), 'user_banned');
  const aal = claimed === 'aal2' && row.session.aal === 'aal2' ? 'aal2' : 'aal1';
  const mustRaise = row.factor === 'verified' && aal === 'aal1';
  return { user: row.user, session: row.session, aal, mustRaise, hasFactors: row.factor !== null };
}

const lookUps = new WeakMap<Database, ReturnType<typeof prepareLookUp>>();

/** Asked at every request: the statement is built once, and the database plans it once per connection. */
function lookUp(db: Database) {
  const known = lookUps.get(db) ?? prepareLookUp(db);
  lookUps.set(db, known);
  return known;
}

const prepareLookUp = (db: Database) =>
  db
    .select({
      user: userColumns,
      session: sessions,
      // Of the two words the greater is 'verified'.
      factor: sql<'verified' | 'unverified' | null>`(select max(${authFactors.status}) from ${authFactors}
        where ${authFactors.userId} = ${users.id})`,
    })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.id, sql.placeholder('sessionId')), eq(sessions.userId, users.id)))
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('authenticate');

const idSchema = z.uuid();

async function readAccessToken(
  deps: SessionDeps,
  accessToken: string,
  skewSeconds: number,
): Promise<{ userId: string; sessionId: string; aal: unknown }> {
  const { payload } = await verifyOurs(deps, accessToken, { audience: 'authenticated', skewSeconds });
  const { sub, session_id: session, aal } = payload;
  if (!sub) throw new AppError('bad_jwt', 'invalid claim: missing sub claim');
  const userId = idSchema.safeParse(sub);
  if (!userId.success) throw new AppError('bad_jwt_subject');
  const sessionId = idSchema.safeParse(session);
  if (!sessionId.success) throw new AppError('bad_jwt', 'invalid claim: session_id claim must be a UUID');
  return { userId: userId.data, sessionId: sessionId.data, aal };
}

/** A token that one of our keys signed, and that has not expired. @throws AppError bad_jwt */
export async function verifyOurs(
  deps: SessionDeps,
  token: string,
  { audience, skewSeconds = 0 }: { audience?: string; skewSeconds?: number } = {},
) {
  return jwtVerify(token, (header) => keyFor(deps, header.kid), {
    issuer: issuer(deps),
    ...(audience === undefined ? {} : { audience }),
    algorithms: ['ES256'],
    requiredClaims: ['exp'],
    currentDate: deps.clock(),
    clockTolerance: skewSeconds,
  }).catch((error: unknown) => {
    const why = error instanceof errors.JOSEError ? error.message : 'it is malformed';
    throw new AppError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`, {
      cause: error,
    });
  });
}

/** Keys that no longer sign are still known by their kid until the last of their tokens has expired. */
function keyFor(deps: SessionDeps, kid: string | undefined): JWK {
  const { publicJwk, kid: current } = deps.keys.signing;
  if (kid === undefined || kid === current) return publicJwk;
  return deps.keys.retired?.find((key) => key.kid === kid) ?? publicJwk;
}

export function refuseBanned(user: User, now: Date, code: 'user_banned' | 'user_banned_sign_in'): void {
  // `infinity` arrives as an invalid date, which is neither before nor after anything: it counts as banned.
  if (user.bannedUntil && !(user.bannedUntil <= now)) throw new AppError(code);
}

/** Ends this session, all others, or every one of the user. */
export async function signOut(
  deps: Pick<SessionDeps, 'db' | 'clock'>,
  who: Pick<SignedIn, 'user' | 'session'>,
  scope: 'global' | 'local' | 'others',
  client: Client | null,
): Promise<void> {
  const mine = eq(sessions.userId, who.user.id);
  const which = {
    global: mine,
    local: and(mine, eq(sessions.id, who.session.id)),
    others: and(mine, ne(sessions.id, who.session.id)),
  };
  await deps.db.transaction(async (tx) => {
    await tx.delete(sessions).where(which[scope]);
    const event = scope === 'others' ? 'session_ended' : 'signed_out';
    await record(tx, { userId: who.user.id, event, client, at: deps.clock() });
  });
}
