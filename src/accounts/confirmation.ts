import { createHash, randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { oneTimeTokens, users } from '#src/db/schema.ts';
import { seal } from '#src/keys.ts';
import { AppError } from '#src/shared/errors.ts';
import { type AccountsDeps, type Client, type User, userColumns } from './deps.ts';
import { openSession, refuseBanned, type SessionObject } from './sessions.ts';

const LIFETIME_MS = 24 * 3_600_000;
const BETWEEN_MAILS_MS = 60_000;

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes a token and the job that mails it. The row keeps its hash, the job has it sealed. */
export async function sendConfirmation(deps: AccountsDeps, tx: Tx, user: User): Promise<void> {
  const now = deps.clock();
  const token = randomBytes(32).toString('base64url');
  await tx.insert(oneTimeTokens).values({
    id: newId(),
    userId: user.id,
    kind: 'confirmation',
    tokenHash: digest(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  });
  await deps.enqueue(tx, 'account-mail', {
    userId: user.id,
    kind: 'confirm',
    sealedToken: seal(deps.keys.encryptionKey, `account-mail ${user.id}`, token),
  });
}

/**
 * Confirms an address with a mailed token, once, and opens a session.
 * @throws AppError otp_expired for a token that is used, too old or never was
 */
export async function confirmEmail(
  deps: AccountsDeps,
  request: { tokenHash: string; client: Client },
): Promise<SessionObject> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock();
    const isAsked = and(
      eq(oneTimeTokens.tokenHash, digest(request.tokenHash)),
      eq(oneTimeTokens.kind, 'confirmation'),
    );
    const [asked] = await tx.select({ userId: oneTimeTokens.userId }).from(oneTimeTokens).where(isAsked);
    if (!asked) throw new AppError('otp_expired');
    // The user is locked before his tokens: two links pressed at once would otherwise each hold what the other needs.
    const [before] = await tx.select(userColumns).from(users).where(eq(users.id, asked.userId)).for('update');
    const [token] = await tx.delete(oneTimeTokens).where(isAsked).returning();
    if (!before || !token || token.expiresAt <= now) throw new AppError('otp_expired');
    refuseBanned(before, now, 'user_banned');
    const [user] = await tx
      .update(users)
      .set({
        emailConfirmedAt: before.emailConfirmedAt ?? now,
        lastSignInAt: now,
        updatedAt: now,
        userMetadata: { ...before.userMetadata, email_verified: true },
      })
      .where(eq(users.id, before.id))
      .returning(userColumns);
    if (!user) throw new AppError('otp_expired');
    await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
    const session = await openSession(deps, tx, user, { method: 'otp', client: request.client });
    // Last: it goes into the person's workspaces, and the transaction stays in the last one.
    await deps.onConfirmed(tx, user);
    return session;
  });
}

/**
 * Mails a new link, at most once a minute; earlier ones stay good for their day, because mails overtake each other. Says nothing of whether the address is known or waits for anything,
 * except, as the contract has it, to one that asks again too soon.
 * @throws AppError over_email_send_rate_limit
 */
export async function resendConfirmation(deps: AccountsDeps, email: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [user] = await tx.select(userColumns).from(users).where(eq(users.email, email)).for('update');
    if (!user || user.emailConfirmedAt) return;
    const now = deps.clock();
    const waited = now.getTime() - (user.confirmationSentAt?.getTime() ?? 0);
    if (waited < BETWEEN_MAILS_MS) {
      const seconds = Math.ceil((BETWEEN_MAILS_MS - waited) / 1000);
      throw new AppError(
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${seconds} seconds.`,
      );
    }
    await tx.update(users).set({ confirmationSentAt: now, updatedAt: now }).where(eq(users.id, user.id));
    await sendConfirmation(deps, tx, user);
  });
}
