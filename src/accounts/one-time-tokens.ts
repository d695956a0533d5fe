import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { oneTimeTokens, type TokenKind, users } from '#src/db/schema.ts';
import { deriveKey, seal } from '#src/platform/keys/keys.ts';
import { CLOCK_SLACK_MS, isBeyond } from '#src/shared/clock.ts';
import { type AccountMailKind, type AccountsDeps, type User, userColumns } from './deps.ts';
import { PKCE_PREFIX } from './flows.ts';
import { codeGuesses } from './limits.ts';
import { forgiveMails } from './mail-limits.ts';

const LIFETIME_MS = 24 * 3_600_000;
/** A code has six digits; a link is not guessed. After so many wrong ones only the link is good. */
const CODE_TRIES = 10;

export type TokenRow = typeof oneTimeTokens.$inferSelect;
export type Proof = { tokenHash: string } | { email: string; code: string };

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The six digits beside a link, for people who would rather type. They are derived from the link's token. */
export function codeOf(encryptionKey: Buffer, token: string): string {
  const mac = createHmac('sha256', deriveKey(encryptionKey, 'mailed code')).update(token).digest();
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

function codeHash(encryptionKey: Buffer, userId: string, code: string): Buffer {
  return createHmac('sha256', deriveKey(encryptionKey, 'mailed code')).update(`${userId} ${code}`).digest();
}

/**
 * Creates a token. The row has hashes only. Of the emails of a kind only the newest one's code is valid, so that more
 * emails don't mean more codes to guess. Links stay valid, otherwise anyone could void them by requesting another email.
 * @returns the token for the link
 */
export async function issueToken(
  deps: Pick<AccountsDeps, 'clock' | 'keys'>,
  tx: Tx,
  token: { user: User; kind: TokenKind; flowId?: string | null; startsAfresh?: boolean },
): Promise<string> {
  const now = deps.clock();
  const text = `${token.flowId ? PKCE_PREFIX : ''}${randomBytes(32).toString('base64url')}`;
  const { encryptionKey } = deps.keys;
  await tx
    .update(oneTimeTokens)
    .set({ codeHash: null })
    .where(and(eq(oneTimeTokens.userId, token.user.id), eq(oneTimeTokens.kind, token.kind)));
  await tx.insert(oneTimeTokens).values({
    id: newId(),
    userId: token.user.id,
    kind: token.kind,
    tokenHash: digest(text),
    codeHash: codeHash(encryptionKey, token.user.id, codeOf(encryptionKey, text)),
    startsAfresh: token.startsAfresh ?? false,
    flowId: token.flowId ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  });
  return text;
}

/** The job that mails a token, in the transaction that made it. The job has it sealed. */
export async function mailToken(
  deps: Pick<AccountsDeps, 'enqueue' | 'keys'>,
  tx: Tx,
  mail: { user: User; kind: AccountMailKind; token: string; redirectTo?: string | null; withCode?: boolean },
): Promise<void> {
  await deps.enqueue(tx, 'account-mail', {
    userId: mail.user.id,
    kind: mail.kind,
    sealedToken: seal(deps.keys.encryptionKey, `account-mail ${mail.user.id}`, mail.token),
    redirectTo: mail.redirectTo ?? null,
    ...(mail.withCode ? { withCode: true } : {}),
  });
}

/**
 * Finds whose token this is and locks the person before the tokens: two links used at once would otherwise deadlock. A
 * wrong code is counted, so the caller must let the transaction commit on null.
 */
export async function findToken(
  deps: Pick<AccountsDeps, 'clock' | 'keys' | 'limits'>,
  tx: Tx,
  kinds: readonly TokenKind[],
  proof: Proof,
): Promise<{ user: User; token: TokenRow } | null> {
  const now = deps.clock();
  if ('tokenHash' in proof) {
    const isAsked = and(
      eq(oneTimeTokens.tokenHash, digest(proof.tokenHash)),
      inArray(oneTimeTokens.kind, [...kinds]),
    );
    const [asked] = await tx.select({ userId: oneTimeTokens.userId }).from(oneTimeTokens).where(isAsked);
    if (!asked) return null;
    const [user] = await tx.select(userColumns).from(users).where(eq(users.id, asked.userId)).for('update');
    const [token] = await tx.select().from(oneTimeTokens).where(isAsked);
    const isGood = token && token.expiresAt > now && !isBeyond(token.expiresAt, now, LIFETIME_MS);
    return user && isGood ? { user, token } : null;
  }
  // A pending change of address is asked for under either of the two.
  const isTheirs = kinds.includes('email_change_new')
    ? or(eq(users.email, proof.email), eq(users.newEmail, proof.email))
    : eq(users.email, proof.email);
  const people = await tx
    .select(userColumns)
    .from(users)
    .where(isTheirs)
    .orderBy(users.id)
    .limit(8)
    .for('update');
  const guesses = codeGuesses(deps, proof.email, kinds.includes('reauthentication'));
  if (people.length === 0 || (await guesses.areUsedUp(tx))) return null;
  let guessed = false;
  for (const user of people) {
    const outcome = await matchCode(deps, tx, kinds, user, proof);
    if (outcome && outcome !== 'wrong') return { user, token: outcome };
    guessed ||= outcome === 'wrong';
  }
  if (guessed) await guesses.add(tx);
  return null;
}

/** @returns null where no code is waited for */

async function matchCode(
  deps: Pick<AccountsDeps, 'clock' | 'keys'>,
  tx: Tx,
  kinds: readonly TokenKind[],
  user: User,
  proof: { email: string; code: string },
): Promise<TokenRow | 'wrong' | null> {
  const theirs = kinds.filter((kind) => kind !== 'email_change_new' || user.newEmail === proof.email);
  const fitting = theirs.filter((kind) => kind !== 'email_change_current' || user.email === proof.email);
  if (fitting.length === 0) return null;
  const now = deps.clock();
  const isLive = and(
    eq(oneTimeTokens.userId, user.id),
    inArray(oneTimeTokens.kind, fitting),
    isNotNull(oneTimeTokens.codeHash),
    gt(oneTimeTokens.expiresAt, now),
    lte(oneTimeTokens.expiresAt, new Date(now.getTime() + LIFETIME_MS + CLOCK_SLACK_MS)),
    lt(oneTimeTokens.codeTries, CODE_TRIES),
  );
  const live = await tx.select().from(oneTimeTokens).where(isLive);
  const given = codeHash(deps.keys.encryptionKey, user.id, proof.code);
  const found = live.find(({ codeHash }) => codeHash?.length === 32 && timingSafeEqual(codeHash, given));
  if (found || live.length === 0) return found ?? null;
  await tx
    .update(oneTimeTokens)
    .set({ codeTries: sql`${oneTimeTokens.codeTries} + 1` })
    .where(isLive);
  return 'wrong';
}

/** Voids everything that was emailed to a person, and resets the limits on emails to them. */
export async function clearTokens(
  deps: Pick<AccountsDeps, 'clock' | 'keys' | 'limits'>,
  tx: Tx,
  user: Pick<User, 'id' | 'email'>,
): Promise<void> {
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id));
  await forgiveMails(deps, tx, user.email);
}
