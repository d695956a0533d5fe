import { isIP } from 'node:net';
import { and, eq, ne } from 'drizzle-orm';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { sessions, users } from '#src/db/schema.ts';
import { deriveKey } from '#src/keys.ts';
import { AppError } from '#src/shared/errors.ts';
import { ACCESS_TOKEN_SECONDS } from '#src/shared/product.ts';
import { type AccountsDeps, type Client, type User, userColumns } from './deps.ts';
import { makeRefreshToken, readRefreshToken } from './refresh-token.ts';
import { userObject } from './user-object.ts';

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
};

/** A token that was rotated away may still be used this long: two tabs refresh at once. */
const REUSE_MS = 10_000;
const USER_AGENT_MAX = 400;

const issuer = (deps: SessionDeps): string => `${deps.publicUrl}/auth/v1`;
const refreshKey = (deps: SessionDeps): Buffer => deriveKey(deps.keys.encryptionKey, 'refresh token');

/** Opens a session in the caller's transaction. `method` as in the contract's amr claim. */
export async function openSession(
  deps: SessionDeps,
  tx: Tx,
  user: User,
  opened: { method: 'password' | 'otp'; client: Client },
): Promise<SessionObject> {
  const now = deps.clock();
  const session: SessionRow = {
    id: newId(),
    userId: user.id,
    refreshCounter: 0,
    aal: 'aal1',
    amr: [{ method: opened.method, timestamp: Math.floor(now.getTime() / 1000) }],
    userAgent: opened.client.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    ip: storableIp(opened.client.ip),
    createdAt: now,
    refreshedAt: now,
  };
  await tx.insert(sessions).values(session);
  return sessionObject(deps, user, session);
}

/** What the database takes as an address; a proxy may hand on anything. */
const storableIp = (ip: string | null): string | null =>
  ip !== null && isIP(ip) !== 0 && !ip.includes('%') ? ip : null;

async function sessionObject(deps: SessionDeps, user: User, session: SessionRow): Promise<SessionObject> {
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
    user: userObject(user),
  };
}

/**
 * Exchanges a refresh token (contract, section 5). The current one rotates; the one before it gets the current one
 * again, because a client may have failed to save it; an older one does within ten seconds, and after that it ends
 * the session: somebody has a copy.
 * @throws AppError validation_failed, refresh_token_not_found, refresh_token_already_used, session_not_found
 */
export async function refreshSession(deps: SessionDeps, text: string): Promise<SessionObject> {
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
    if (behind < 0) throw new AppError('refresh_token_not_found');
    if (behind === 0) {
      const next = { refreshCounter: session.refreshCounter + 1, refreshedAt: now };
      await tx.update(sessions).set(next).where(eq(sessions.id, session.id));
      return { user, session: { ...session, ...next } };
    }
    if (behind === 1 || now.getTime() - session.refreshedAt.getTime() < REUSE_MS) return { user, session };
    // Committed, not thrown away with the answer: the session must be gone.
    await tx.delete(sessions).where(eq(sessions.id, session.id));
    return null;
  });
  if (!outcome) throw new AppError('refresh_token_already_used');
  return sessionObject(deps, outcome.user, outcome.session);
}

export type SignedIn = { user: User; session: SessionRow };

/**
 * Whose access token this is, with the session it belongs to: signed by us, not expired, and the session still there.
 * @throws AppError bad_jwt, bad_jwt_subject, user_not_found, session_not_found, user_banned
 */
export async function authenticate(deps: SessionDeps, accessToken: string): Promise<SignedIn> {
  const { userId, sessionId } = await readAccessToken(deps, accessToken);
  const [row] = await deps.db
    .select({ user: userColumns, session: sessions })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.id, sessionId), eq(sessions.userId, users.id)))
    .where(eq(users.id, userId));
  if (!row) throw new AppError('user_not_found');
  if (!row.session) throw new AppError('session_not_found');
  refuseBanned(row.user, deps.clock(), 'user_banned');
  return { user: row.user, session: row.session };
}

const idSchema = z.uuid();

async function readAccessToken(
  deps: SessionDeps,
  accessToken: string,
): Promise<{ userId: string; sessionId: string }> {
  const verified = await jwtVerify(accessToken, deps.keys.signing.publicJwk, {
    issuer: issuer(deps),
    audience: 'authenticated',
    algorithms: ['ES256'],
    requiredClaims: ['exp'],
    currentDate: deps.clock(),
  }).catch((error: unknown) => {
    const why = error instanceof errors.JOSEError ? error.message : 'it is malformed';
    throw new AppError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`, {
      cause: error,
    });
  });
  const { sub, session_id: session } = verified.payload;
  if (!sub) throw new AppError('bad_jwt', 'invalid claim: missing sub claim');
  const userId = idSchema.safeParse(sub);
  if (!userId.success) throw new AppError('bad_jwt_subject');
  const sessionId = idSchema.safeParse(session);
  if (!sessionId.success) throw new AppError('bad_jwt', 'invalid claim: session_id claim must be a UUID');
  return { userId: userId.data, sessionId: sessionId.data };
}

export function refuseBanned(user: User, now: Date, code: 'user_banned' | 'user_banned_sign_in'): void {
  // `infinity` arrives as an invalid date, which is neither before nor after anything: it counts as banned.
  if (user.bannedUntil && !(user.bannedUntil <= now)) throw new AppError(code);
}

/** Ends this session, all others, or every one of the user. */
export async function signOut(
  db: Database,
  who: SignedIn,
  scope: 'global' | 'local' | 'others',
): Promise<void> {
  const mine = eq(sessions.userId, who.user.id);
  const which = {
    global: mine,
    local: and(mine, eq(sessions.id, who.session.id)),
    others: and(mine, ne(sessions.id, who.session.id)),
  };
  await db.delete(sessions).where(which[scope]);
}
