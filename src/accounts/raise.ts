import { and, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { sessions } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import type { SessionRow, SignedIn } from './sessions.ts';

/** What amr says of a second step; a session that is brought down to aal1 loses them. */
const SECOND_STEPS = new Set(['totp', 'recovery_code']);
export const withoutSecondStep = (amr: SessionRow['amr']): SessionRow['amr'] =>
  amr.filter(({ method }) => !SECOND_STEPS.has(method));

/**
 * One change of a person's factors and recovery codes at a time. Taken before any of their rows is locked, or those of
 * sessions: two that raise theirs at once would each wait for the session that the other holds.
 */
export async function lockFactors(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`factors ${userId}`}, 0))`);
}

/**
 * Raises the session to aal2: a new refresh token, the old one good for nothing; and ends the person's sessions that
 * have not taken the second step. Needs `lockFactors`. @throws AppError session_not_found
 */
export async function raiseSession(
  tx: Tx,
  who: Pick<SignedIn, 'user' | 'session'>,
  step: { method: 'totp' | 'recovery_code'; factorId: string | null; now: Date },
): Promise<SessionRow> {
  const [current] = await tx.select().from(sessions).where(eq(sessions.id, who.session.id)).for('update');
  if (!current) throw new AppError('session_not_found');
  const counter = current.refreshCounter + 1;
  const entry = { method: step.method, timestamp: Math.floor(step.now.getTime() / 1000) };
  const [session] = await tx
    .update(sessions)
    .set({
      aal: 'aal2',
      factorId: step.factorId,
      amr: [entry, ...withoutSecondStep(current.amr)],
      refreshCounter: counter,
      refreshFloor: counter,
      refreshedAt: step.now,
    })
    .where(eq(sessions.id, current.id))
    .returning();
  if (!session) throw new AppError('session_not_found');
  await tx.delete(sessions).where(and(eq(sessions.userId, who.user.id), ne(sessions.aal, 'aal2')));
  return session;
}
