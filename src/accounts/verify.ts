import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { retryDeadlock } from '#src/db/retry-deadlock.ts';
import { type TokenKind, users } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { record } from './audit.ts';
import { type AccountsDeps, type Client, type User, userColumns } from './deps.ts';
import { acceptEmailChange, moveAddresses } from './email-change.ts';
import { issueCode, PKCE_PREFIX } from './flows.ts';
import { clearTokens, findToken, type Proof, type TokenRow } from './one-time-tokens.ts';
import { mailFormerAddress } from './security-mail.ts';
import { openSession, refuseBanned, type SessionObject } from './sessions.ts';
import { startAfresh } from './start-afresh.ts';

/** Which tokens a type of the wire asks for. */
export const VERIFY_KINDS = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  recovery: ['recovery'],
  magiclink: ['recovery'],
  email: ['confirmation', 'recovery'],
  email_change: ['email_change_current', 'email_change_new'],
} as const satisfies Record<string, readonly TokenKind[]>;
export type VerifyType = keyof typeof VERIFY_KINDS;

export type Verified =
  | { kind: 'session'; session: SessionObject }
  /** The address in a PKCE flow is confirmed; the holder of the verifier gets the session. */
  | { kind: 'code'; code: string }
  /** The first of the two mails of a change of address. */
  | { kind: 'half' };

/**
 * Spends a mailed token, once: confirms the address if that is still open, makes all other tokens of the person
 * worthless and opens a session. A link of a PKCE flow that was opened (`opened`) gives a code instead.
 * @throws AppError otp_expired, user_banned, email_exists, flow_state_not_found
 */
export async function verify(
  deps: AccountsDeps,
  request: { type: VerifyType; proof: Proof; client: Client; opened?: boolean },
): Promise<Verified> {
  const spend = async (tx: Tx): Promise<Verified | AppError> => {
    const now = deps.clock();
    const found = await findToken(deps, tx, VERIFY_KINDS[request.type], request.proof);
    // Returned, not thrown: a wrong code has been counted, and an opened link is spent.
    if (!found) return wrongToken(request.proof);
    refuseBanned(found.user, now, 'user_banned');
    const { client } = request;
    const user = await acceptToken(deps, tx, found.user, found.token, { now, client });
    if (!user) return { kind: 'half' };
    const before = found.user;
    const isLink = 'tokenHash' in request.proof && request.proof.tokenHash.startsWith(PKCE_PREFIX);
    let verified: Verified | AppError;
    if (request.opened && isLink) {
      verified = await issueCode(tx, found.token.flowId, now).then(
        (code): Verified => ({ kind: 'code', code }),
        (error: unknown) => {
          if (error instanceof AppError) return error;
          throw error;
        },
      );
    } else {
      await record(tx, { userId: user.id, event: 'signed_in', client, at: now });
      verified = { kind: 'session', session: await openSession(deps, tx, user, { method: 'otp', client }) };
    }
    // Last: these go into the person's workspaces, and the transaction stays in the last one.
    if (before.email !== user.email)
      await moveAddresses(tx, { userId: user.id, from: before.email, to: user.email, now });
    if (!before.emailConfirmedAt) await deps.onConfirmed(tx, user);
    return verified;
  };
  // Whoever signed up with the address may be writing in its workspace at this moment.
  const outcome = await retryDeadlock(() => deps.db.transaction(spend));
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

const wrongToken = (proof: Proof): AppError =>
  'tokenHash' in proof
    ? new AppError('otp_expired')
    : new AppError('otp_expired', 'Token has expired or is invalid');

async function acceptToken(
  deps: AccountsDeps,
  tx: Tx,
  before: User,
  token: TokenRow,
  context: { now: Date; client: Client },
): Promise<User | null> {
  const { now, client } = context;
  const entry = { userId: before.id, client, at: now };
  let current: User = before;
  if (token.kind === 'email_change_new' || token.kind === 'email_change_current') {
    const changed = await acceptEmailChange(tx, before, token, now);
    if (!changed) return null;
    current = changed;
    await record(tx, { ...entry, event: 'email_changed' });
    if (before.emailConfirmedAt) await mailFormerAddress(deps, tx, before, 'email_changed');
  } else if (!before.emailConfirmedAt) {
    if (token.kind === 'recovery' || token.startsAfresh)
      current = await startAfresh(deps, tx, before, { at: now, flowId: token.flowId });
    await record(tx, { ...entry, event: 'email_confirmed' });
  }
  if (token.kind === 'recovery') await record(tx, { ...entry, event: 'recovery_used' });
  const [user] = await tx
    .update(users)
    .set({
      emailConfirmedAt: current.emailConfirmedAt ?? now,
      lastSignInAt: now,
      updatedAt: now,
      userMetadata: { ...current.userMetadata, email_verified: true },
    })
    .where(and(eq(users.id, before.id)))
    .returning(userColumns);
  if (!user) throw new AppError('otp_expired');
  await clearTokens(deps, tx, user);
  return user;
}
