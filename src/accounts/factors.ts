import { and, eq, lt, ne } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { authChallenges, authFactors, authRecoveryCodes, sessions } from '#src/db/schema.ts';
import { seal, unseal } from '#src/platform/keys/keys.ts';
import { AppError } from '#src/shared/errors.ts';
import { isBeyond } from '#src/shared/clock.ts';
import { record } from './audit.ts';
import { storableIp } from './client.ts';
import type { AccountsDeps, Client } from './deps.ts';
import { forgive, take } from './limits.ts';
import { lockFactors, raiseSession, withoutSecondStep } from './raise.ts';
import { mailSecurity } from './security-mail.ts';
import { factorsOf, sessionObject, type SessionObject, type SignedIn } from './sessions.ts';
import { newestStep, newTotp, stepOf } from './totp.ts';
import type { FactorRow } from './user-object.ts';

const MAX_FACTORS = 10;
/** An enrolment that was begun and left. */
const ABANDONED_MS = 5 * 60_000;
const CHALLENGE_MS = 5 * 60_000;

const sealContext = (userId: string, factorId: string): string => `factor ${userId} ${factorId}`;

/**
 * Begins to add an authenticator app; it counts from its first right code.
 * @throws AppError insufficient_aal, mfa_factor_name_conflict, too_many_enrolled_mfa_factors
 */
export async function enrolTotp(
  deps: AccountsDeps,
  who: SignedIn,
  request: { friendlyName: string; issuer: string | undefined },
) {
  if (who.mustRaise) throw new AppError('insufficient_aal', 'AAL2 required to enroll a new factor');
  const { user } = who;
  const issuer = request.issuer ?? new URL(deps.publicUrl).host;
  const { secret, uri, qrCode } = await newTotp({ issuer, account: user.email });
  const now = deps.clock();
  const id = newId();
  await deps.db.transaction(async (tx) => {
    await lockFactors(tx, user.id);
    await tx
      .delete(authFactors)
      .where(
        and(
          eq(authFactors.userId, user.id),
          eq(authFactors.status, 'unverified'),
          lt(authFactors.createdAt, new Date(now.getTime() - ABANDONED_MS)),
        ),
      );
    const there = await factorsOf(tx, user.id);
    if (there.some((factor) => factor.friendlyName === request.friendlyName)) {
      throw new AppError('mfa_factor_name_conflict');
    }
    const limit = { of: 'factors', whose: user.id, max: MAX_FACTORS };
    if (!(await hasRoom(tx, limit, async () => there.length)))
      throw new AppError('too_many_enrolled_mfa_factors');
    await tx.insert(authFactors).values({
      id,
      userId: user.id,
      friendlyName: request.friendlyName,
      status: 'unverified',
      sealedSecret: seal(deps.keys.encryptionKey, sealContext(user.id, id), secret),
      createdAt: now,
      updatedAt: now,
    });
  });
  return {
    id,
    type: 'totp' as const,
    friendly_name: request.friendlyName,
    totp: { qr_code: qrCode, secret, uri },
  };
}

/** @throws AppError mfa_factor_not_found */
export async function challengeFactor(deps: AccountsDeps, who: SignedIn, factorId: string, client: Client) {
  const now = deps.clock();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  const id = newId();
  await deps.db.transaction(async (tx) => {
    const [factor] = await tx
      .update(authFactors)
      .set({ lastChallengedAt: now })
      .where(and(eq(authFactors.id, factorId), eq(authFactors.userId, who.user.id)))
      .returning({ id: authFactors.id });
    if (!factor) throw new AppError('mfa_factor_not_found');
    await tx
      .delete(authChallenges)
      .where(and(eq(authChallenges.factorId, factorId), lt(authChallenges.expiresAt, now)));
    const ip = storableIp(client.ip);
    await tx.insert(authChallenges).values({ id, factorId, ip, createdAt: now, expiresAt });
  });
  return { id, type: 'totp' as const, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

/**
 * Raises the session with a right code: aal2, a new refresh token, the old one good for nothing. The first right code
 * also makes the factor count, and ends the person's sessions that have not shown it.
 * @throws AppError mfa_factor_not_found, mfa_challenge_not_found, mfa_ip_address_mismatch, mfa_challenge_expired,
 *   mfa_verification_failed, over_request_rate_limit
 */
export async function verifyFactor(
  deps: AccountsDeps,
  who: SignedIn,
  request: { factorId: string; challengeId: string; code: string; client: Client },
): Promise<SessionObject> {
  if (!(await take(deps, 'code', who.user.id)).within) throw new AppError('over_request_rate_limit');
  const outcome = await deps.db.transaction(async (tx) => {
    const now = deps.clock();
    await lockFactors(tx, who.user.id);
    const [factor] = await tx
      .select()
      .from(authFactors)
      .where(and(eq(authFactors.id, request.factorId), eq(authFactors.userId, who.user.id)))
      .for('update');
    if (!factor) throw new AppError('mfa_factor_not_found');
    await checkChallenge(tx, factor, request, now);
    const secret = unseal(deps.keys.encryptionKey, sealContext(who.user.id, factor.id), factor.sealedSecret);
    const step = secret === null ? null : stepOf(secret, request.code, now);
    // A code works once, and older codes don't work after a newer one: a code read over someone's shoulder is useless.
    const used = factor.lastStep === null || factor.lastStep > newestStep(now) ? -1 : factor.lastStep;
    if (step === null || step <= used) throw new AppError('mfa_verification_failed');
    await tx.delete(authChallenges).where(eq(authChallenges.id, request.challengeId));
    return raise(deps, tx, who, factor, { step, now, client: request.client });
  });
  await forgive(deps, 'code', who.user.id);
  return outcome;
}

async function checkChallenge(
  tx: Tx,
  factor: FactorRow,
  request: { challengeId: string; client: Client },
  now: Date,
): Promise<void> {
  const [challenge] = await tx
    .select()
    .from(authChallenges)
    .where(and(eq(authChallenges.id, request.challengeId), eq(authChallenges.factorId, factor.id)));
  if (!challenge) throw new AppError('mfa_challenge_not_found');
  if (challenge.ip !== storableIp(request.client.ip)) throw new AppError('mfa_ip_address_mismatch');
  if (challenge.expiresAt <= now || isBeyond(challenge.expiresAt, now, CHALLENGE_MS))
    throw new AppError('mfa_challenge_expired');
}

async function raise(
  deps: AccountsDeps,
  tx: Tx,
  who: SignedIn,
  factor: FactorRow,
  context: { step: number; now: Date; client: Client },
): Promise<SessionObject> {
  const { now, client } = context;
  const userId = who.user.id;
  await tx
    .update(authFactors)
    .set({ status: 'verified', lastStep: context.step, updatedAt: now })
    .where(eq(authFactors.id, factor.id));
  const session = await raiseSession(tx, who, { method: 'totp', factorId: factor.id, now });
  await tx
    .delete(authFactors)
    .where(
      and(
        eq(authFactors.userId, userId),
        eq(authFactors.status, 'unverified'),
        ne(authFactors.id, factor.id),
      ),
    );
  const event = factor.status === 'verified' ? 'second_factor_used' : 'factor_added';
  await record(tx, { userId, event, client, at: now });
  const factors = await factorsOf(tx, userId);
  if (event === 'factor_added') {
    const isFirst = factors.filter(({ status }) => status === 'verified').length === 1;
    await mailSecurity(deps, tx, userId, isFirst ? 'two_factor_on' : 'factor_added');
  }
  return sessionObject(deps, who.user, session, factors);
}

/**
 * Takes a factor away; sessions that showed it are as before. @throws AppError mfa_factor_not_found,
 *   insufficient_aal_unenrol
 */
export async function unenrolFactor(
  deps: AccountsDeps,
  who: SignedIn,
  factorId: string,
  client: Client,
): Promise<{ id: string }> {
  await deps.db.transaction(async (tx) => {
    await lockFactors(tx, who.user.id);
    const isTheirs = and(eq(authFactors.id, factorId), eq(authFactors.userId, who.user.id));
    const [factor] = await tx.select().from(authFactors).where(isTheirs).for('update');
    if (!factor) throw new AppError('mfa_factor_not_found');
    if (who.mustRaise || (factor.status === 'verified' && who.aal !== 'aal2'))
      throw new AppError('insufficient_aal_unenrol');
    await removeFactor(deps, tx, factor);
    if (factor.status === 'verified') {
      await record(tx, { userId: who.user.id, event: 'factor_removed', client, at: deps.clock() });
    }
  });
  return { id: factorId };
}

/**
 * With the last one, the recovery codes are deleted and all sessions lose their second-factor level. An email reports one
 * that counted. Needs `lockFactors`.
 */
export async function removeFactor(deps: AccountsDeps, tx: Tx, factor: FactorRow): Promise<void> {
  const { id, userId } = factor;
  const others = await tx
    .select({ id: authFactors.id })
    .from(authFactors)
    .where(and(eq(authFactors.userId, userId), eq(authFactors.status, 'verified'), ne(authFactors.id, id)))
    .limit(1);
  const last = factor.status === 'verified' && others.length === 0;
  if (last) await tx.delete(authRecoveryCodes).where(eq(authRecoveryCodes.userId, userId));
  const raised = await tx
    .select({ id: sessions.id, amr: sessions.amr })
    .from(sessions)
    .where(last ? and(eq(sessions.userId, userId), eq(sessions.aal, 'aal2')) : eq(sessions.factorId, id))
    .for('update');
  for (const session of raised) {
    await tx
      .update(sessions)
      .set({ aal: 'aal1', factorId: null, amr: withoutSecondStep(session.amr) })
      .where(eq(sessions.id, session.id));
  }
  await tx.delete(authFactors).where(eq(authFactors.id, id));
  if (factor.status === 'verified')
    await mailSecurity(deps, tx, userId, last ? 'two_factor_off' : 'factor_removed');
}
