import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { sessions, users } from '#src/db/schema.ts';
import { isBeyond } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { record } from './audit.ts';
import { type AccountsDeps, type Client, type User, userColumns } from './deps.ts';
import { mailEmailChange } from './email-change.ts';
import { type Challenge, endFlows } from './flows.ts';
import { limitOwnMail } from './mail-limits.ts';
import { checkMetadata } from './metadata.ts';
import { clearTokens, findToken } from './one-time-tokens.ts';
import { checkNewPassword } from './passwords.ts';
import { mailSecurity } from './security-mail.ts';
import { factorsOf, type SignedIn } from './sessions.ts';
import { normalEmail } from './normal-email.ts';
import { userObject } from './user-object.ts';

export type UserUpdate = {
  email?: string | undefined;
  /** '' takes the password away: from then on only mailed links sign in. */
  password?: string | undefined;
  /** A code that was mailed for this (reauthenticate). */
  nonce?: string | undefined;
  currentPassword?: string | undefined;
  /** Merged one level deep; null removes a key. */
  data?: Record<string, unknown> | undefined;
  setsAppMetadata?: boolean;
  challenge: Challenge | null;
  redirectTo: string | null;
  client: Client;
};

const FRESH_MS = 24 * 3_600_000;
/** Metadata that the server sets; users can't change it through their data. */
const OURS = new Set(['sub', 'email', 'email_verified', 'phone_verified']);

/**
 * Changes one's own account; the checks come in the contract's order.
 * @throws AppError validation_failed, weak_password, not_admin, insufficient_aal_update, email_exists,
 *   reauthentication_needed, reauthentication_not_valid, current_password_invalid, same_password,
 *   over_email_send_rate_limit, session_not_found
 */
export async function updateUser(
  deps: AccountsDeps,
  who: SignedIn,
  update: UserUpdate,
): Promise<Record<string, unknown>> {
  const email = update.email === undefined ? undefined : normalEmail(update.email);
  if (update.password) checkNewPassword(update.password);
  if (update.setsAppMetadata) throw new AppError('not_admin', 'Updating app_metadata is not allowed');
  if (who.mustRaise) throw new AppError('insufficient_aal_update');
  const newEmail = email !== undefined && email !== who.user.email ? email : undefined;
  if (newEmail && (await isSomebodys(deps, newEmail))) throw new AppError('email_exists');
  const passwordHash = update.password === undefined ? undefined : await newHash(deps, who, update);
  if (newEmail) {
    const { id, email: current } = who.user;
    const { ip } = update.client;
    await limitOwnMail(deps, { what: 'email_change', userId: id, email: current, ip, newEmail });
  }

  const outcome = await deps.db.transaction(async (tx): Promise<User | AppError> => {
    const now = deps.clock();
    const [locked] = await tx.select(userColumns).from(users).where(eq(users.id, who.user.id)).for('update');
    if (!locked) throw new AppError('user_not_found');
    // A session that was ended since the check above must not change the account back.
    if (!(await isOpen(tx, who))) throw new AppError('session_not_found');
    const data = update.data && checkMetadata(merged(locked, update.data));
    if (update.password !== undefined) {
      const refusal = await refuseNonce(deps, tx, who, update.nonce);
      // Returned, so that a wrong code stays counted.
      if (refusal) return refusal;
    }
    const [user] = await tx
      .update(users)
      .set({
        ...(passwordHash === undefined ? {} : { passwordHash }),
        ...(data ? { userMetadata: data } : {}),
        ...(newEmail ? { newEmail, emailChangeSentAt: now, emailChangeAccepted: null } : {}),
        updatedAt: now,
      })
      .where(eq(users.id, locked.id))
      .returning(userColumns);
    if (!user) throw new AppError('user_not_found');
    const entry = { userId: user.id, client: update.client, at: now };
    if (passwordHash !== undefined) {
      await clearTokens(deps, tx, user);
      await endFlows(tx, user.id);
      await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, who.session.id)));
      await record(tx, { ...entry, event: 'password_changed' });
      await mailSecurity(deps, tx, user.id, 'password_changed');
    }
    if (newEmail) {
      await record(tx, { ...entry, event: 'email_change_asked' });
      await mailEmailChange(deps, tx, user, { ...update, at: now });
    }
    if (passwordHash !== undefined) {
      await deps.onSecurityEvent?.(tx, { userId: user.id, kind: 'password_changed', at: now });
    }
    return user;
  });
  if (outcome instanceof AppError) throw outcome;
  return userObject(outcome, await factorsOf(deps.db, outcome.id));
}

async function isSomebodys(deps: AccountsDeps, email: string): Promise<boolean> {
  const [there] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return there !== undefined;
}

async function isOpen(tx: Tx, who: SignedIn): Promise<boolean> {
  const mine = eq(sessions.id, who.session.id);
  const [there] = await tx.select({ id: sessions.id }).from(sessions).where(mine);
  return there !== undefined;
}

/** @returns the hash to store; null where the password is taken away */
async function newHash(deps: AccountsDeps, who: SignedIn, update: UserUpdate): Promise<string | null> {
  const { createdAt } = who.session;
  const isOld = now(deps) - createdAt.getTime() > FRESH_MS || isBeyond(createdAt, deps.clock());
  if (deps.reauthenticate && isOld && !update.nonce) throw new AppError('reauthentication_needed');
  const [row] = await deps.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, who.user.id));
  const old = row?.passwordHash ?? null;
  if (update.currentPassword !== undefined && !(await deps.hasher.verify(old, update.currentPassword))) {
    throw new AppError('current_password_invalid');
  }
  if (!update.password) return null;
  if (old && (await deps.hasher.verify(old, update.password))) throw new AppError('same_password');
  return deps.hasher.hash(update.password);
}

const now = (deps: AccountsDeps): number => deps.clock().getTime();

/** A code that was sent must be right, whether it was needed or not. */
async function refuseNonce(
  deps: AccountsDeps,
  tx: Tx,
  who: SignedIn,
  nonce: string | undefined,
): Promise<AppError | null> {
  if (!nonce) return null;
  const proof = { email: who.user.email, code: nonce };
  const found = await findToken(deps, tx, ['reauthentication'], proof);
  return found ? null : new AppError('reauthentication_not_valid');
}

function merged(user: User, data: Record<string, unknown>): Record<string, unknown> {
  const all = { ...user.userMetadata };
  for (const [name, value] of Object.entries(data)) {
    if (OURS.has(name)) continue;
    if (value === null) delete all[name];
    else all[name] = value;
  }
  return all;
}
