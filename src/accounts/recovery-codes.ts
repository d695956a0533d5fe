import { createHmac, randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { authFactors, authRecoveryCodes } from '#src/db/schema.ts';
import { deriveKey } from '#src/platform/keys/keys.ts';
import { AppError } from '#src/shared/errors.ts';
import { mailTime } from '#src/shared/mail-details.ts';
import { record } from './audit.ts';
import type { AccountsDeps, Client } from './deps.ts';
import { forgive, take } from './limits.ts';
import { lockFactors, raiseSession } from './raise.ts';
import { mailSecurity } from './security-mail.ts';
import { factorsOf, sessionObject, type SessionObject, type SignedIn } from './sessions.ts';
import { newCode, readCode } from './recovery-code-text.ts';

/** As amr names it: neither an authenticator app nor a mailed link. */
const METHOD = 'recovery_code';
const COUNT = 10;

/**
 * A plain keyed hash rather than a slow one: a code has 80 random bits, so it can't be guessed, even with the table and
 * the key. The person's id is hashed with it, so a code works for its owner only.
 */
const hashOf = (deps: AccountsDeps, userId: string, code: string): Buffer =>
  createHmac('sha256', deriveKey(deps.keys.encryptionKey, 'recovery code'))
    .update(`${userId} ${code}`)
    .digest();

/** Of the newest set. `madeAt` is null where none was ever made. */
export async function recoveryCodeStatus(
  db: Pick<Tx, 'select'>,
  userId: string,
): Promise<{ left: number; madeAt: string | null }> {
  const rows = await db
    .select({ madeAt: authRecoveryCodes.madeAt, usedAt: authRecoveryCodes.usedAt })
    .from(authRecoveryCodes)
    .where(eq(authRecoveryCodes.userId, userId));
  return {
    left: rows.filter(({ usedAt }) => usedAt === null).length,
    madeAt: rows[0]?.madeAt.toISOString() ?? null,
  };
}

/**
 * Makes ten new codes, which is the only time that they are told; earlier ones are good for nothing from then on.
 * @throws AppError insufficient_aal, mfa_factor_not_found for a person without a second factor
 */
export async function makeRecoveryCodes(
  deps: AccountsDeps,
  who: Pick<SignedIn, 'user' | 'mustRaise'>,
  client: Client,
): Promise<{ codes: string[]; madeAt: string }> {
  if (who.mustRaise) throw new AppError('insufficient_aal');
  const userId = who.user.id;
  const codes = Array.from({ length: COUNT }, () => newCode(randomBytes));
  const madeAt = deps.clock();
  await deps.db.transaction(async (tx) => {
    await lockFactors(tx, userId);
    const [factor] = await tx
      .select({ id: authFactors.id })
      .from(authFactors)
      .where(and(eq(authFactors.userId, userId), eq(authFactors.status, 'verified')))
      .limit(1);
    if (!factor) throw new AppError('mfa_factor_not_found', 'Turn two-factor authentication on first.');
    const { rowCount: replaced } = await tx
      .delete(authRecoveryCodes)
      .where(eq(authRecoveryCodes.userId, userId));
    await tx
      .insert(authRecoveryCodes)
      .values(
        codes.map((code) => ({ userId, codeHash: hashOf(deps, userId, readCode(code) ?? ''), madeAt })),
      );
    await record(tx, { userId, event: 'recovery_codes_made', client, at: madeAt });
    // The first ones come with two-factor authentication, which is emailed by itself.
    if (replaced) await mailSecurity(deps, tx, userId, 'recovery_codes_replaced');
  });
  return { codes, madeAt: madeAt.toISOString() };
}

/**
 * Raises the session with a recovery code in place of the authenticator's: the code is spent, and its owner is mailed.
 * Tries count together with those of the authenticator.
 * @throws AppError over_request_rate_limit, recovery_code_not_valid, session_not_found
 */
export async function spendRecoveryCode(
  deps: AccountsDeps,
  who: SignedIn,
  request: { code: string; client: Client },
): Promise<SessionObject> {
  const userId = who.user.id;
  if (!(await take(deps, 'code', userId)).within) throw new AppError('over_request_rate_limit');
  const code = readCode(request.code);
  if (code === null) throw new AppError('recovery_code_not_valid');
  const raisedSession = await deps.db.transaction(async (tx) => {
    const now = deps.clock();
    await lockFactors(tx, userId);
    const spent = await tx
      .update(authRecoveryCodes)
      .set({ usedAt: now })
      .where(
        and(
          eq(authRecoveryCodes.userId, userId),
          eq(authRecoveryCodes.codeHash, hashOf(deps, userId, code)),
          isNull(authRecoveryCodes.usedAt),
        ),
      )
      .returning({ userId: authRecoveryCodes.userId });
    if (spent.length === 0) throw new AppError('recovery_code_not_valid');
    const raised = await raiseSession(tx, who, { method: METHOD, factorId: null, now });
    await record(tx, { userId, event: 'recovery_code_used', client: request.client, at: now });
    const { left } = await recoveryCodeStatus(tx, userId);
    await deps.enqueue(tx, 'account-mail', {
      userId,
      kind: 'recovery_code_used',
      codesLeft: left,
      details: { at: mailTime(now) },
    });
    const session = await sessionObject(deps, who.user, raised, await factorsOf(tx, userId));
    await deps.onSecurityEvent?.(tx, { userId, kind: 'recovery_code_used', at: now, codesLeft: left });
    return session;
  });
  await forgive(deps, 'code', userId);
  return raisedSession;
}
