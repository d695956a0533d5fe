import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { authFlows, users } from '#src/db/schema.ts';
import { isBeyond } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { record } from './audit.ts';
import { type AccountsDeps, type Client, userColumns } from './deps.ts';
import { openSession, refuseBanned, type SessionObject } from './sessions.ts';

/** A mailed token that belongs to a flow begins so: only a GET of its link gives a code to exchange. */
export const PKCE_PREFIX = 'pkce_';
const LIFETIME_MS = 5 * 60_000;
/** A link may be opened a day later; its flow is of no use then, but must be told from one that never was. */
const KEPT_MS = 48 * 3_600_000;

export type FlowMethod = 'email/signup' | 'magiclink' | 'recovery' | 'invite' | 'email_change';
export type Challenge = { challenge: string; method: 's256' | 'plain' };

const digest = (code: string): Buffer => createHash('sha256').update(code).digest();

/** @returns the flow's id, or null without a challenge */
export async function beginFlow(
  tx: Tx,
  flow: { userId: string; method: FlowMethod; challenge: Challenge | null; at: Date },
): Promise<string | null> {
  if (!flow.challenge) return null;
  await tx.delete(authFlows).where(lt(authFlows.createdAt, new Date(flow.at.getTime() - KEPT_MS)));
  const id = newId();
  await tx.insert(authFlows).values({
    id,
    userId: flow.userId,
    method: flow.method,
    challenge: flow.challenge.challenge,
    challengeMethod: flow.challenge.method,
    createdAt: flow.at,
  });
  return id;
}

/** The code that the client exchanges with its verifier. @throws AppError flow_state_not_found */
export async function issueCode(tx: Tx, flowId: string | null, now: Date): Promise<string> {
  const code = randomUUID();
  const issued = flowId
    ? await tx
        .update(authFlows)
        .set({ codeHash: digest(code), codeIssuedAt: now })
        .where(eq(authFlows.id, flowId))
        .returning({ id: authFlows.id })
    : [];
  if (issued.length === 0) throw new AppError('flow_state_not_found');
  return code;
}

/**
 * Exchanges a code and the verifier for a session, once.
 * @throws AppError flow_state_not_found, flow_state_expired, bad_code_verifier, user_banned
 */
export async function exchangeCode(
  deps: AccountsDeps,
  request: { code: string; verifier: string; client: Client },
): Promise<SessionObject> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock();
    const isAsked = eq(authFlows.codeHash, digest(request.code));
    const [asked] = await tx.select({ userId: authFlows.userId }).from(authFlows).where(isAsked);
    if (!asked) throw new AppError('flow_state_not_found');
    // The person is locked before the flow, as everywhere both are locked.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, asked.userId)).for('update');
    const [flow] = await tx.select().from(authFlows).where(isAsked).for('update');
    if (!flow) throw new AppError('flow_state_not_found');
    // A magic link may lie in the inbox for a while; its five minutes begin when it is opened.
    const from = flow.method === 'magiclink' ? (flow.codeIssuedAt ?? flow.createdAt) : flow.createdAt;
    if (now.getTime() - from.getTime() > LIFETIME_MS || isBeyond(from, now))
      throw new AppError('flow_state_expired');
    if (!fits(flow, request.verifier)) throw new AppError('bad_code_verifier');
    await tx.delete(authFlows).where(eq(authFlows.id, flow.id));
    const [user] = await tx
      .update(users)
      .set({ lastSignInAt: now, updatedAt: now })
      .where(eq(users.id, flow.userId))
      .returning(userColumns);
    if (!user) throw new AppError('flow_state_not_found');
    refuseBanned(user, now, 'user_banned');
    await record(tx, { userId: user.id, event: 'signed_in', client: request.client, at: now });
    return openSession(deps, tx, user, { method: flow.method, client: request.client });
  });
}

/** No code of a link that was opened is good any more. Needs the person's row locked. */
export async function endFlows(tx: Tx, userId: string): Promise<void> {
  await tx.delete(authFlows).where(eq(authFlows.userId, userId));
}

function fits(flow: { challenge: string; challengeMethod: 's256' | 'plain' }, verifier: string): boolean {
  const made =
    flow.challengeMethod === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  // Hashed again, so that what is compared has one length.
  return timingSafeEqual(digest(made), digest(flow.challenge));
}
